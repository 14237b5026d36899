package io.mosql.benchmarks.slt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What slices of which files have shown so far. With a directory it is kept there, one line for
 * each slice done, and read again by the next run of the same terms; a line that was not written
 * whole is as if it were not there. Not thread-safe.
 *
 * <pre>
 *   terms   seed=1 shard=1/1 ..
 *   slice   FILE SLICE RIGHT WRONG UNSUPPORTED
 *   wrong   FILE SLICE LINE TEXT
 *   lacks   FILE SLICE FEATURE COUNT
 * </pre>
 *
 * Fields are divided by tabs. Lines of a slice come before its own line, which makes them valid.
 */
final class Ledger {
  private static final String FILE = "slt.ledger";

  private final @Nullable Path file;
  private final Map<String, Found> files = new TreeMap<>();

  /**
   * What is known of a file.
   *
   * @param slices how many are done
   */
  record Found(int slices, Tally tally, List<String> wrong, Map<Feature, Long> lacking) {
    static Found nothing() {
      return new Found(0, Tally.NONE, List.of(), Map.of());
    }

    Found plus(Found more) {
      List<String> allWrong = new ArrayList<>(wrong);
      allWrong.addAll(more.wrong);
      Map<Feature, Long> allLacking = new EnumMap<>(Feature.class);
      allLacking.putAll(lacking);
      more.lacking.forEach((feature, count) -> allLacking.merge(feature, count, Long::sum));
      return new Found(slices + more.slices, tally.plus(more.tally), allWrong, allLacking);
    }
  }

  private Ledger(@Nullable Path file) {
    this.file = file;
  }

  /** Forgets with the process. */
  static Ledger transientOne() {
    return new Ledger(null);
  }

  /**
   * @param terms of the run: what must be the same for results to belong together
   * @throws IllegalArgumentException when what is there has other terms
   */
  static Ledger in(Path directory, String terms) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(FILE);
    Ledger ledger = new Ledger(file);
    String first = "terms\t" + terms;
    if (!Files.exists(file)) {
      Files.writeString(file, first + "\n");
      return ledger;
    }
    String text = Files.readString(file);
    List<String> whole = text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    if (whole.isEmpty() || !whole.get(0).equals(first)) {
      throw new IllegalArgumentException(
          directory + " has results of another run: " + (whole.isEmpty() ? "?" : whole.get(0)));
    }
    List<String> valid = ledger.load(whole);
    Files.writeString(file, String.join("\n", valid) + "\n");
    return ledger;
  }

  /** Returns the lines without those of a slice that was not finished. */
  private List<String> load(List<String> lines) {
    List<String> valid = new ArrayList<>(List.of(lines.get(0)));
    List<String> pending = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      pending.add(line);
      if (line.startsWith("slice\t")) {
        String[] fields = line.split("\t");
        files.merge(fields[1], found(pending), Found::plus);
        valid.addAll(pending);
        pending.clear();
      }
    }
    return valid;
  }

  private static Found found(List<String> lines) {
    Found found = Found.nothing();
    for (String line : lines) {
      String[] fields = line.split("\t", 6);
      found =
          found.plus(
              switch (fields[0]) {
                case "wrong" ->
                    new Found(0, Tally.NONE, List.of(fields[3] + "\t" + fields[4]), Map.of());
                case "lacks" ->
                    new Found(
                        0,
                        Tally.NONE,
                        List.of(),
                        Map.of(Feature.valueOf(fields[3]), Long.valueOf(fields[4])));
                default ->
                    new Found(
                        1,
                        new Tally(
                            Long.parseLong(fields[3]),
                            Long.parseLong(fields[4]),
                            Long.parseLong(fields[5])),
                        List.of(),
                        Map.of());
              });
    }
    return found;
  }

  boolean has(String name, int slice) {
    return found(name).slices() > slice;
  }

  /** A slice is done; slices of a file are done in order. */
  void add(String name, int slice, Found found) throws IOException {
    if (file != null) {
      StringBuilder lines = new StringBuilder();
      String place = "\t" + name + "\t" + slice + "\t";
      found
          .wrong()
          .forEach(wrong -> lines.append("wrong").append(place).append(wrong).append('\n'));
      found
          .lacking()
          .forEach(
              (feature, count) ->
                  lines.append("lacks" + place + feature.name() + "\t" + count).append('\n'));
      Tally tally = found.tally();
      lines.append(
          "slice%s%d\t%d\t%d%n"
              .formatted(place, tally.right(), tally.wrong(), tally.unsupported()));
      Files.writeString(file, lines, StandardOpenOption.APPEND);
    }
    files.merge(name, found, Found::plus);
  }

  Found found(String name) {
    return files.getOrDefault(name, Found.nothing());
  }

  /** By name, in order. */
  Map<String, Found> files() {
    return files;
  }
}

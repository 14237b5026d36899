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
 * Progress of a run by file and slice, optionally stored in a directory so that a later run with
 * the same terms can continue. The file has one line per completed slice; an incomplete line is
 * ignored. Not thread-safe.
 *
 * <pre>
 *   terms   seed=1 shard=1/1 ..
 *   slice   FILE SLICE RIGHT WRONG UNSUPPORTED
 *   wrong   FILE SLICE LINE TEXT
 *   lacks   FILE SLICE FEATURE COUNT
 * </pre>
 *
 * Fields are separated by tabs. The other lines of a slice precede its slice line, which makes them
 * valid.
 */
final class ProgressFile {
  private static final String FILE = "slt.ledger";

  private final @Nullable Path file;
  private final Map<String, FileProgress> files = new TreeMap<>();

  /**
   * Progress of a file.
   *
   * @param slices number of completed slices
   */
  record FileProgress(
      int slices, StatusCounts tally, List<String> wrong, Map<UnsupportedFeature, Long> lacking) {
    static FileProgress nothing() {
      return new FileProgress(0, StatusCounts.NONE, List.of(), Map.of());
    }

    FileProgress plus(FileProgress more) {
      List<String> allWrong = new ArrayList<>(wrong);
      allWrong.addAll(more.wrong);
      Map<UnsupportedFeature, Long> allLacking = new EnumMap<>(UnsupportedFeature.class);
      allLacking.putAll(lacking);
      more.lacking.forEach((feature, count) -> allLacking.merge(feature, count, Long::sum));
      return new FileProgress(slices + more.slices, tally.plus(more.tally), allWrong, allLacking);
    }
  }

  private ProgressFile(@Nullable Path file) {
    this.file = file;
  }

  /** Creates progress that is not stored. */
  static ProgressFile inMemory() {
    return new ProgressFile(null);
  }

  /**
   * @param terms parameters of the run that must be equal for results to be combined
   * @throws IllegalArgumentException when the stored progress has other terms
   */
  static ProgressFile in(Path directory, String terms) throws IOException {
    Files.createDirectories(directory);
    Path file = directory.resolve(FILE);
    ProgressFile ledger = new ProgressFile(file);
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

  /** Returns the lines without those of an incomplete slice. */
  private List<String> load(List<String> lines) {
    List<String> valid = new ArrayList<>(List.of(lines.get(0)));
    List<String> pending = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      pending.add(line);
      if (line.startsWith("slice\t")) {
        String[] fields = line.split("\t");
        files.merge(fields[1], found(pending), FileProgress::plus);
        valid.addAll(pending);
        pending.clear();
      }
    }
    return valid;
  }

  private static FileProgress found(List<String> lines) {
    FileProgress found = FileProgress.nothing();
    for (String line : lines) {
      String[] fields = line.split("\t", 6);
      found =
          found.plus(
              switch (fields[0]) {
                case "wrong" ->
                    new FileProgress(
                        0, StatusCounts.NONE, List.of(fields[3] + "\t" + fields[4]), Map.of());
                case "lacks" ->
                    new FileProgress(
                        0,
                        StatusCounts.NONE,
                        List.of(),
                        Map.of(UnsupportedFeature.valueOf(fields[3]), Long.valueOf(fields[4])));
                default ->
                    new FileProgress(
                        1,
                        new StatusCounts(
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

  /** Adds a completed slice; the slices of a file are completed in order. */
  void add(String name, int slice, FileProgress found) throws IOException {
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
      StatusCounts tally = found.tally();
      lines.append(
          "slice%s%d\t%d\t%d%n"
              .formatted(place, tally.right(), tally.wrong(), tally.unsupported()));
      Files.writeString(file, lines, StandardOpenOption.APPEND);
    }
    files.merge(name, found, FileProgress::plus);
  }

  FileProgress found(String name) {
    return files.getOrDefault(name, FileProgress.nothing());
  }

  /** Returns the progress by file name, in order. */
  Map<String, FileProgress> files() {
    return files;
  }
}

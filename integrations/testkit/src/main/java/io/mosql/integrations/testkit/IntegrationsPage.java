package io.mosql.integrations.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The table of {@code docs/integrations.md}, of which each sample application checks one row. */
final class IntegrationsPage {
  static final String PATH = "docs/integrations.md";
  private static final String HEAD =
      "| tool | version | module | embedded | server | does not work |";

  private IntegrationsPage() {}

  /**
   * A row. A tool has one for each version that is tested.
   *
   * @param embedded checks that pass, of those that run, such as "9 of 10"
   * @param failing SQLSTATE or exception by place, by name of the check
   */
  record Row(
      String tool,
      String version,
      String module,
      String embedded,
      String server,
      SortedMap<String, SortedMap<String, String>> failing) {
    /** The row with the results of one place. */
    Row with(String place, String passed, SortedMap<String, String> failed) {
      SortedMap<String, SortedMap<String, String>> all = new TreeMap<>();
      failing.forEach((check, places) -> all.put(check, new TreeMap<>(places)));
      all.values().forEach(places -> places.remove(place));
      failed.forEach(
          (check, error) -> all.computeIfAbsent(check, c -> new TreeMap<>()).put(place, error));
      all.values().removeIf(Map::isEmpty);
      return new Row(
          tool,
          version,
          module,
          place.equals("embedded") ? passed : embedded,
          place.equals("server") ? passed : server,
          all);
    }

    /** Whether the page says that a check fails. */
    boolean fails(String check, String place) {
      return failing.getOrDefault(check, new TreeMap<>()).containsKey(place);
    }

    /** The failing checks: {@code name (42601); name (server: 42601)}. */
    private String failingText() {
      return failing.entrySet().stream()
          .map(
              check -> {
                Map<String, String> places = check.getValue();
                boolean both = places.size() == 2 && Set.copyOf(places.values()).size() == 1;
                String errors =
                    both
                        ? places.values().iterator().next()
                        : places.entrySet().stream()
                            .map(place -> place.getKey() + ": " + place.getValue())
                            .collect(Collectors.joining(", "));
                return check.getKey() + " (" + errors + ")";
              })
          .collect(Collectors.joining("; "));
    }

    private static SortedMap<String, SortedMap<String, String>> failing(String cell) {
      SortedMap<String, SortedMap<String, String>> failing = new TreeMap<>();
      for (String check : cell.isEmpty() ? new String[0] : cell.split("; ")) {
        int open = check.indexOf(" (");
        SortedMap<String, String> places = new TreeMap<>();
        for (String error : check.substring(open + 2, check.length() - 1).split(", ")) {
          int colon = error.indexOf(": ");
          if (colon < 0) {
            places.put("embedded", error);
            places.put("server", error);
          } else {
            places.put(error.substring(0, colon), error.substring(colon + 2));
          }
        }
        failing.put(check.substring(0, open), places);
      }
      return failing;
    }

    String text() {
      return "| "
          + String.join(" | ", tool, version, module, embedded, server, failingText())
              .stripTrailing()
          + " |";
    }

    private static Row parse(String line) {
      String[] cells = line.substring(1).split("\\|", -1);
      return new Row(
          cells[0].strip(),
          cells[1].strip(),
          cells[2].strip(),
          cells[3].strip(),
          cells[4].strip(),
          failing(cells[5].strip()));
    }

    private boolean replaces(Row other) {
      return tool.equals(other.tool) && version.equals(other.version);
    }
  }

  /** Rows of versions that the parent pom does not name, and so no test has. */
  static List<Row> stale() {
    String pom = String.join("\n", lines("pom.xml"));
    return rows(lines(PATH)).stream()
        .filter(row -> !pom.contains(">" + row.version + "<"))
        .toList();
  }

  /**
   * The row of a tool, with the version and the module that the test has; empty when there is none.
   */
  static Row row(String tool, String version, String module) {
    Row wanted = new Row(tool, version, module, "", "", new TreeMap<>());
    return rows(lines(PATH)).stream()
        .filter(wanted::replaces)
        .findAny()
        .map(row -> new Row(tool, version, module, row.embedded, row.server, row.failing))
        .orElse(wanted);
  }

  /** Replaces the row of the same tool, or adds one. Modules are built at the same time. */
  static void write(Row row) {
    Path page = root().resolve(PATH);
    try (FileChannel channel = FileChannel.open(page, StandardOpenOption.WRITE)) {
      // Released when the channel is closed.
      channel.lock();
      List<String> lines = lines(PATH);
      List<Row> rows = new ArrayList<>(rows(lines));
      rows.removeAll(stale());
      rows.removeIf(row::replaces);
      rows.add(row);
      rows.sort((a, b) -> (a.tool + ' ' + a.version).compareToIgnoreCase(b.tool + ' ' + b.version));
      int first = lines.indexOf(HEAD) + 2;
      lines.subList(first, first + rows(lines).size()).clear();
      lines.addAll(first, rows.stream().map(Row::text).toList());
      Files.writeString(page, String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Row> rows(List<String> lines) {
    return lines.stream()
        .skip(lines.indexOf(HEAD) + 2L)
        .takeWhile(line -> line.startsWith("| "))
        .map(Row::parse)
        .toList();
  }

  private static List<String> lines(String file) {
    try {
      return new ArrayList<>(Files.readAllLines(root().resolve(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path root() {
    Path start = Path.of("").toAbsolutePath();
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".mvn"))) {
        return folder;
      }
    }
    throw new IllegalStateException(start + " is not inside a checkout");
  }
}

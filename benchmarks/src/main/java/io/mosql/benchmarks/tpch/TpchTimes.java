package io.mosql.benchmarks.tpch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Milliseconds of the queries of one database, for each number of threads that a query may have;
 * NaN for a query that failed. Not thread-safe.
 */
final class TpchTimes {
  /** As many threads as the database takes by itself. */
  static final int DEFAULT_THREADS = 0;

  private final Map<Integer, Map<Integer, Double>> times = new LinkedHashMap<>();

  void add(int threads, int query, double millis) {
    times.computeIfAbsent(threads, any -> new LinkedHashMap<>()).put(query, millis);
  }

  Set<Integer> threads() {
    return times.keySet();
  }

  double millis(int threads, int query) {
    return times.getOrDefault(threads, Map.of()).getOrDefault(query, Double.NaN);
  }

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    times.forEach(
        (threads, queries) ->
            queries.forEach((query, millis) -> lines.add(threads + " " + query + " " + millis)));
    Files.write(file, lines);
  }

  static TpchTimes read(Path file) throws IOException {
    TpchTimes times = new TpchTimes();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ");
      times.add(
          Integer.parseInt(words[0]), Integer.parseInt(words[1]), Double.parseDouble(words[2]));
    }
    return times;
  }

  /** One column of the table: a database with a number of threads. */
  private record Column(String title, TpchTimes times, int threads) {
    double millis(int query) {
      return times.millis(threads, query);
    }
  }

  /**
   * Table of the milliseconds of each query. Beside each time of another database than the first is
   * the ratio of the first one's time, with the same number of threads, to it.
   *
   * @param databases times by name; not empty
   */
  static List<String> table(Map<String, TpchTimes> databases) {
    TpchTimes ours = databases.values().iterator().next();
    List<Column> columns = new ArrayList<>();
    databases.forEach(
        (name, times) -> {
          for (int threads : ours.threads()) {
            String title = threads == DEFAULT_THREADS ? name : name + "/" + threads;
            columns.add(new Column(title, times, threads));
          }
        });
    List<String> lines = new ArrayList<>();
    StringBuilder head = new StringBuilder(String.format(Locale.ROOT, "%-4s", "ms"));
    for (Column column : columns) {
      head.append(String.format(Locale.ROOT, "%14s", column.title));
      head.append(column.times == ours ? "" : String.format(Locale.ROOT, "%7s", "ratio"));
    }
    lines.add(head.toString());
    Set<Integer> queries = new TreeSet<>();
    ours.times.values().forEach(all -> queries.addAll(all.keySet()));
    for (int query : queries) {
      lines.add(line("Q" + query, columns, ours, Set.of(query)));
    }
    lines.add(line("Sum", columns, ours, queries));
    return lines;
  }

  private static String line(
      String title, List<Column> columns, TpchTimes ours, Set<Integer> queries) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-4s", title));
    for (Column column : columns) {
      double millis = queries.stream().mapToDouble(column::millis).sum();
      line.append(cell("%14.1f", millis));
      if (column.times != ours) {
        double first =
            queries.stream().mapToDouble(query -> ours.millis(column.threads, query)).sum();
        line.append(cell("%7.2f", first / millis));
      }
    }
    return line.toString();
  }

  private static String cell(String format, double value) {
    String text = String.format(Locale.ROOT, format, value);
    return Double.isNaN(value) ? text.replace("NaN", "  -") : text;
  }
}

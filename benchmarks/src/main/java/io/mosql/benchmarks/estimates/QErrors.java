package io.mosql.benchmarks.estimates;

import io.mosql.benchmarks.report.ReportLines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Errors of the estimated numbers of rows of a database: the factor between estimate and truth,
 * whichever is greater, where less than one row counts as one. Not thread-safe.
 */
final class QErrors {
  private final Map<Integer, List<Double>> byTables = new TreeMap<>();

  /** Errors of the joins of some number of tables. */
  record Summary(int tables, int queries, double p50, double p90, double p95, double max) {
    String line(String database) {
      return ReportLines.format(
          "%-14s %6d %8d %10.2f %10.2f %10.2f %12.1f",
          database, tables, queries, p50, p90, p95, max);
    }
  }

  static String head() {
    return ReportLines.format(
        "%-14s %6s %8s %10s %10s %10s %12s",
        "q-error", "tables", "queries", "p50", "p90", "p95", "max");
  }

  void add(int tables, double estimated, double actual) {
    byTables.computeIfAbsent(tables, any -> new ArrayList<>()).add(error(estimated, actual));
  }

  static double error(double estimated, double actual) {
    double expected = Math.max(1, estimated);
    double found = Math.max(1, actual);
    return Math.max(expected / found, found / expected);
  }

  List<Summary> summaries() {
    List<Summary> summaries = new ArrayList<>();
    byTables.forEach(
        (tables, errors) -> {
          List<Double> sorted = errors.stream().sorted().toList();
          summaries.add(
              new Summary(
                  tables,
                  sorted.size(),
                  percentile(sorted, 50),
                  percentile(sorted, 90),
                  percentile(sorted, 95),
                  sorted.get(sorted.size() - 1)));
        });
    return summaries;
  }

  private static double percentile(List<Double> sorted, int percent) {
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }
}

package io.mosql.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/**
 * Table of the results of one benchmark for different numbers of clients, by their first metric;
 * ratios are relative to the first result.
 */
public final class SeriesTable {
  private SeriesTable() {}

  /**
   * @param clients name of the clients, in the plural
   * @param results not empty
   */
  public static List<String> lines(String clients, List<? extends BenchmarkResult> results) {
    List<String> lines = new ArrayList<>();
    BenchmarkMetric first = results.get(0).figures().get(0);
    lines.add(ReportLines.format("%9s %14s %9s %9s", clients, first.title(), "ratio", "errors"));
    for (BenchmarkResult result : results) {
      double value = result.figures().get(0).value();
      long errors = result.errors().values().stream().mapToLong(ErrorCount::count).sum();
      lines.add(
          ReportLines.format(
              "%9d %14.0f %9.2f %9d", result.clients(), value, value / first.value(), errors));
    }
    return lines;
  }
}

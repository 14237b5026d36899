package io.mosql.benchmarks.report;

/**
 * Metric of a result, comparable with the same metric of other results.
 *
 * @param value value, NaN if unavailable
 * @param format format string of the value
 */
public record BenchmarkMetric(String title, double value, boolean moreIsBetter, String format) {
  public static BenchmarkMetric rate(String title, double value) {
    return new BenchmarkMetric(title, value, true, "%.0f");
  }

  public static BenchmarkMetric seconds(String title, double value) {
    return new BenchmarkMetric(title, value, false, "%.1f");
  }

  public static BenchmarkMetric millis(String title, double value) {
    return new BenchmarkMetric(title, value, false, "%.3f");
  }
}

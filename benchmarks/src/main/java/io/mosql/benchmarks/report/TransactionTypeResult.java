package io.mosql.benchmarks.report;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Result of one transaction type of a run; times in milliseconds from the first statement to the
 * return of commit.
 *
 * @param count completed transactions, including intended rollbacks, excluding failed ones
 */
public record TransactionTypeResult(
    long count,
    long rolledBack,
    double averageMs,
    double p50Ms,
    double p90Ms,
    double p95Ms,
    double p99Ms,
    double p999Ms,
    double maxMs) {

  public static TransactionTypeResult of(Histogram nanos, long rolledBack) {
    return new TransactionTypeResult(
        nanos.getTotalCount(),
        rolledBack,
        nanos.getMean() / 1e6,
        nanos.getValueAtPercentile(50) / 1e6,
        nanos.getValueAtPercentile(90) / 1e6,
        nanos.getValueAtPercentile(95) / 1e6,
        nanos.getValueAtPercentile(99) / 1e6,
        nanos.getValueAtPercentile(99.9) / 1e6,
        nanos.getMaxValue() / 1e6);
  }

  /** Metrics for a comparison; empty when no transaction completed. */
  public List<BenchmarkMetric> figures(String label) {
    return List.of(
        BenchmarkMetric.millis(label + " p50 ms", unlessEmpty(p50Ms)),
        BenchmarkMetric.millis(label + " p95 ms", unlessEmpty(p95Ms)),
        BenchmarkMetric.millis(label + " p99 ms", unlessEmpty(p99Ms)));
  }

  private double unlessEmpty(double value) {
    return count == 0 ? Double.NaN : value;
  }
}

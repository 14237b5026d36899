package io.mosql.benchmarks.tpcc.report;

import org.HdrHistogram.Histogram;

/**
 * One transaction type of a run; times in milliseconds from the first statement to the return of
 * commit.
 *
 * @param count completed, intended rollbacks included, failed ones not
 */
public record TypeResult(
    long count,
    long rolledBack,
    double averageMs,
    double p50Ms,
    double p90Ms,
    double p95Ms,
    double p99Ms,
    double p999Ms,
    double maxMs) {

  static TypeResult of(Histogram nanos, long rolledBack) {
    return new TypeResult(
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
}

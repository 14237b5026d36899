package io.mosql.benchmarks.simulation;

import org.HdrHistogram.Histogram;

/**
 * Result of a simulated run. Times are from the first statement to the return of commit.
 *
 * @param perSecond completed transactions, including reads
 * @param crossPerSecond completed transactions that wrote in several partitions
 * @param requestsPerRecord commits, parts, decisions and barriers per log record
 * @param processorShare busy share of processor time
 */
record SimulationResult(
    SimulationConfig shape,
    double perSecond,
    double crossPerSecond,
    double requestsPerRecord,
    double processorShare,
    Times local,
    Times cross) {
  /** Latencies in milliseconds; zero when no transaction was counted. */
  record Times(double p50, double p99) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MEDIAN = 50;
    private static final double TAIL = 99;

    static Times of(Histogram nanos) {
      return new Times(
          nanos.getValueAtPercentile(MEDIAN) / NANOS_PER_MILLI,
          nanos.getValueAtPercentile(TAIL) / NANOS_PER_MILLI);
    }
  }
}

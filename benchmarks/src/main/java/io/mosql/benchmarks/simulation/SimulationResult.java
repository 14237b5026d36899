package io.mosql.benchmarks.simulation;

import org.HdrHistogram.Histogram;

/**
 * Result of a simulated run. Times are from the first statement to the return of commit.
 *
 * @param perSecond transactions that ended, reads among them
 * @param crossPerSecond those of them that wrote in several partitions
 * @param requestsPerRecord commits, parts, decisions and barriers for each record of a log
 * @param processorShare time that processors were busy
 */
record SimulationResult(
    SimulationConfig shape,
    double perSecond,
    double crossPerSecond,
    double requestsPerRecord,
    double processorShare,
    Times local,
    Times cross) {
  /** In milliseconds; zeros when nothing was counted. */
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

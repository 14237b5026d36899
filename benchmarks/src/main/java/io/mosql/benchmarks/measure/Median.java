package io.mosql.benchmarks.measure;

import java.util.Arrays;

/** Median of durations in nanoseconds, returned in microseconds. */
final class Median {
  private Median() {}

  static double micros(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e3;
  }
}

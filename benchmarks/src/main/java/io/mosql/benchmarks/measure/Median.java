package io.mosql.benchmarks.measure;

import java.util.Arrays;

/** Of durations in nanoseconds, as microseconds. */
final class Median {
  private Median() {}

  static double micros(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2] / 1e3;
  }
}

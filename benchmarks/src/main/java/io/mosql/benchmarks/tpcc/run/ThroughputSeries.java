package io.mosql.benchmarks.tpcc.run;

import java.util.Arrays;

/**
 * Time series of transactions and gaps per second of a run. A gap is the time between two
 * consecutive completions of any terminals, and belongs to the second in which it ends. Not
 * thread-safe; one instance per terminal.
 */
public final class ThroughputSeries {
  private int[] newOrders = new int[128];
  private int[] total = new int[128];
  private long[] longestGapNanos = new long[128];
  private int seconds;

  /** Values of one second; see {@link ThroughputSeries}. */
  public record Second(int newOrders, int total, double longestGapMs) {}

  void record(long elapsedNanos, boolean newOrder, long gapNanos) {
    int second = (int) (elapsedNanos / 1_000_000_000L);
    reserve(second + 1);
    total[second]++;
    if (newOrder) {
      newOrders[second]++;
    }
    if (gapNanos > longestGapNanos[second]) {
      longestGapNanos[second] = gapNanos;
    }
  }

  void add(ThroughputSeries other) {
    reserve(other.seconds);
    for (int i = 0; i < other.seconds; i++) {
      newOrders[i] += other.newOrders[i];
      total[i] += other.total[i];
      longestGapNanos[i] = Math.max(longestGapNanos[i], other.longestGapNanos[i]);
    }
  }

  int seconds() {
    return seconds;
  }

  Second at(int second) {
    return new Second(newOrders[second], total[second], longestGapNanos[second] / 1e6);
  }

  private void reserve(int needed) {
    if (needed > total.length) {
      int size = Math.max(needed, 2 * total.length);
      newOrders = Arrays.copyOf(newOrders, size);
      total = Arrays.copyOf(total, size);
      longestGapNanos = Arrays.copyOf(longestGapNanos, size);
    }
    seconds = Math.max(seconds, needed);
  }
}

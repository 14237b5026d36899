package io.mosql.benchmarks.storage.step;

import java.lang.management.ManagementFactory;

/** Measurement of the live bytes on the heap of this process. */
final class UsedHeap {
  private static final int ROUNDS = 3;

  private UsedHeap() {}

  /**
   * Returns the live bytes after several full collections, since one may leave garbage that only
   * the next can collect.
   */
  static long bytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}

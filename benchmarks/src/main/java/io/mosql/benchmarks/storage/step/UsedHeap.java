package io.mosql.benchmarks.storage.step;

import java.lang.management.ManagementFactory;

/** Live bytes on the heap of this process. */
final class UsedHeap {
  private static final int ROUNDS = 3;

  private UsedHeap() {}

  /** After full collections: one may leave what only the next one can take. */
  static long bytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}

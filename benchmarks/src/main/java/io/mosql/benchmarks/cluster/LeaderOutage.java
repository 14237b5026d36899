package io.mosql.benchmarks.cluster;

/** Interval in which there was no leader, in {@link System#nanoTime}. */
record LeaderOutage(long fromNanos, long toNanos) {
  /**
   * Whether a transaction was open then.
   *
   * @param startNanos when it began
   * @param endNanos when it failed
   */
  boolean overlaps(long startNanos, long endNanos) {
    return startNanos - toNanos <= 0 && endNanos - fromNanos >= 0;
  }
}

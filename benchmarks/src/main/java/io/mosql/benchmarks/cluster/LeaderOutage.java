package io.mosql.benchmarks.cluster;

/** Interval in which there was no leader, in {@link System#nanoTime}. */
record LeaderOutage(long fromNanos, long toNanos) {
  /**
   * Whether a transaction overlaps the outage.
   *
   * @param startNanos begin of the transaction
   * @param endNanos time of its failure
   */
  boolean overlaps(long startNanos, long endNanos) {
    return startNanos - toNanos <= 0 && endNanos - fromNanos >= 0;
  }
}

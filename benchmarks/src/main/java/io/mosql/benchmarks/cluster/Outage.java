package io.mosql.benchmarks.cluster;

/**
 * When a leader was lost, by {@link System#nanoTime}: some time from the one moment to the other.
 */
record Outage(long fromNanos, long toNanos) {
  /**
   * Whether a transaction was open then.
   *
   * @param startNanos when it began
   * @param endNanos when it failed
   */
  boolean isMetBy(long startNanos, long endNanos) {
    return startNanos - toNanos <= 0 && endNanos - fromNanos >= 0;
  }
}

package io.mosql.core.port;

/**
 * Statistics of a {@link CommitLog} since it was opened. The numbers are read without locking, so
 * they may differ by an append.
 *
 * @param appendedRecords records appended and durable
 * @param appendedBytes their payload
 * @param syncs syncs of the disk for them
 * @param meanSyncNanos mean duration of a sync, 0 when there was none
 * @param medianSyncNanos median duration of a sync, to about 10 %, 0 when there was none
 */
public record LogStatistics(
    long appendedRecords,
    long appendedBytes,
    long syncs,
    long meanSyncNanos,
    long medianSyncNanos) {

  /** Statistics of a log without counters. */
  public static final LogStatistics NONE = new LogStatistics(0, 0, 0, 0, 0);
}

package io.mosql.core.port;

/**
 * What a {@link CommitLog} has done since it was opened. The numbers are read without stopping the
 * log, so they may be an append apart from each other.
 *
 * @param appendedRecords records appended and durable
 * @param appendedBytes their payload
 * @param syncs syncs of the disk for them
 * @param meanSyncNanos mean time of a sync, 0 when there was none
 * @param medianSyncNanos median time of a sync, to about 10 %, 0 when there was none
 */
public record LogStatistics(
    long appendedRecords,
    long appendedBytes,
    long syncs,
    long meanSyncNanos,
    long medianSyncNanos) {

  /** Of a log that counts nothing. */
  public static final LogStatistics NONE = new LogStatistics(0, 0, 0, 0, 0);
}

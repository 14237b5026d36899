package io.mosql.core.port;

/**
 * The position of a record in a {@link CommitLog}: its index and, in a replicated log, the term and
 * the entry number. A local log counts only records; a replicated one has further entries between
 * them, and an entry is identified together with the term of the leader that wrote it. Stored with
 * the state to which the record was applied.
 *
 * @param index of the record, dense from 1; 0 before the first
 * @param term of the leader that wrote the entry; 0 in a log that has no terms
 * @param entry the replicated log's own number of the entry; 0 in a log that has no entries
 */
public record LogStamp(long index, long term, long entry) {
  /** The stamp before the first record. */
  public static final LogStamp START = new LogStamp(0, 0, 0);

  public LogStamp {
    if (index < 0 || term < 0 || entry < 0) {
      throw new IllegalArgumentException("index " + index + ", term " + term + ", entry " + entry);
    }
  }

  /** The stamp of a record in a local log. */
  public static LogStamp local(long index) {
    return new LogStamp(index, 0, 0);
  }
}

package io.mosql.core.port;

/**
 * Position of a record in a {@link CommitLog}: its index and, in a replicated log, the term and the
 * entry number. A local log counts records and nothing else; a replicated one has entries of its
 * own between them, and an entry is known by the term of the leader that wrote it, too. Kept beside
 * the contents of whatever the record was applied to.
 *
 * @param index of the record, dense from 1; 0 before the first
 * @param term of the leader that wrote the entry; 0 in a log that has no terms
 * @param entry the replicated log's own number of the entry; 0 in a log that has no entries
 */
public record LogStamp(long index, long term, long entry) {
  /** Before the first record. */
  public static final LogStamp START = new LogStamp(0, 0, 0);

  public LogStamp {
    if (index < 0 || term < 0 || entry < 0) {
      throw new IllegalArgumentException("index " + index + ", term " + term + ", entry " + entry);
    }
  }

  /** A record of a local log. */
  public static LogStamp local(long index) {
    return new LogStamp(index, 0, 0);
  }
}

package io.mosql.storage.transaction;

import org.jspecify.annotations.Nullable;

/**
 * The reads of a transaction's view: certified as its level says, always, or not at all. Not
 * thread-safe.
 */
public interface TransactionReader extends TreeReader {
  /**
   * The same view, whose reads are certified at every level: the integrity reads, such as those of
   * unique entries, foreign keys, old values of indexed columns, and rows read FOR UPDATE.
   */
  TreeReader certified();

  /**
   * Reads one value without recording it: not certified. For values that are written once under a
   * key that is never reused, and found through a row that is certified: the row determines them.
   *
   * @return the value, own writes included, not to be changed; null when absent
   */
  byte @Nullable [] getUnrecorded(long tree, byte[] key);

  /**
   * Opens a cursor that does not record the rows that it passes: for SKIP LOCKED, which reads only
   * the rows that it returns, by {@link #certified()}.
   */
  RowCursor scanUnrecorded(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse);
}

package io.mosql.storage.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Reads of a transaction's view: certified as its level says, always, or not at all. Not
 * thread-safe.
 */
public interface TransactionReader extends TreeReader {
  /**
   * The same view, whose reads are certified at every level: those that integrity rests on, such as
   * of unique entries, foreign keys, old values of indexed columns, and rows read FOR UPDATE.
   */
  TreeReader certified();

  /**
   * Reads one value without remembering it: not certified. For values that are written once under a
   * key that is never used again, and found through a row that is certified: the row fixes them.
   *
   * @return the value, own writes included, not to be changed; null when absent
   */
  byte @Nullable [] getUnrecorded(long tree, byte[] key);

  /**
   * Opens a cursor that remembers nothing of what it steps over: for SKIP LOCKED, which reads only
   * the rows that it returns, by {@link #certified()}.
   */
  RowCursor scanUnrecorded(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse);
}

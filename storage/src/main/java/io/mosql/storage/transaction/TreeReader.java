package io.mosql.storage.transaction;

import io.mosql.storage.version.ColumnSet;
import org.jspecify.annotations.Nullable;

/** Reads of a transaction: its snapshot with its own writes on top. */
public interface TreeReader {
  /**
   * Reads one row.
   *
   * @param columns what the caller will look at; only that is certified
   * @return the row, own patches applied, not to be changed; null when absent
   */
  byte @Nullable [] get(long tree, byte[] key, ColumnSet columns);

  /**
   * Opens a cursor on [from, to).
   *
   * @param from null for the first key
   * @param to null for after the last key
   * @param reverse from the end of the range towards its start
   */
  RowCursor scan(
      long tree, byte @Nullable [] from, byte @Nullable [] to, boolean reverse, ColumnSet columns);

  /** Number of rows in [from, to), in O(log n) and own writes; certified as a count. */
  long count(long tree, byte @Nullable [] from, byte @Nullable [] to);
}

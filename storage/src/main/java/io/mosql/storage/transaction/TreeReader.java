package io.mosql.storage.transaction;

import io.mosql.storage.version.ColumnSet;
import org.jspecify.annotations.Nullable;

/** The reads of a transaction: of its snapshot with its own writes on top. */
public interface TreeReader {
  /**
   * Reads one row.
   *
   * @param columns that the caller will read; only these are certified
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

  /**
   * Number of rows in [from, to), in O(log n) plus the number of own writes; certified as a count.
   */
  long count(long tree, byte @Nullable [] from, byte @Nullable [] to);
}

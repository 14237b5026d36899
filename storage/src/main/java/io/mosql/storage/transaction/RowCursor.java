package io.mosql.storage.transaction;

import io.mosql.core.codec.RowBatch;

/**
 * A cursor over the rows of a range, in the transaction's own view: its snapshot with its own
 * writes. Rows that it passed are recorded as read, others are not. Not thread-safe; invalid once
 * its transaction ended.
 */
public interface RowCursor {
  /** Steps to the next row in the cursor's direction; false at the end. */
  boolean next();

  /**
   * Steps to the next row that matches; false at the end. Rows that do not match are recorded as
   * read like any other.
   */
  default boolean next(RowPredicate test) {
    while (next()) {
      byte[] row = row();
      if (test.passes(row, 0, row.length)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Steps over the next rows and adds them, until the batch is full; false at the end of the range,
   * where rows may have been added before.
   */
  default boolean next(RowBatch rows) {
    while (rows.room() > 0) {
      if (!next()) {
        return false;
      }
      byte[] row = row();
      rows.add(row, 0, row.length);
    }
    return true;
  }

  /** Key of the current row; not to be changed. */
  byte[] key();

  /** Bytes of the current row, own patches applied; not to be changed. */
  byte[] row();
}

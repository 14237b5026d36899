package io.mosql.sql.exec.runtime;

import io.mosql.core.codec.RowBatch;

/** The stored rows of one run of a scan, before its filter. Not thread-safe. */
@FunctionalInterface
public interface StoredRows {
  /** A run without rows. */
  StoredRows EMPTY = rows -> false;

  /**
   * Adds the next rows, until the batch is full; false at the end, where rows may have been added
   * before.
   *
   * @param rows has room
   */
  boolean next(RowBatch rows);
}

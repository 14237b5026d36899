package io.mosql.sql.exec.table;

import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.TransactionReader;

/** Estimates the size of a tree from its first and last rows, without counting them as read. */
public final class TreeSizeEstimator {
  private static final int ROWS_EACH_END = 100;

  private TreeSizeEstimator() {}

  /** Estimates the number of bytes of the rows of a tree, including their keys. */
  public static long estimateBytes(TransactionReader reader, long tree) {
    long rows = reader.estimates().count(tree, null, null);
    if (rows == 0) {
      return 0;
    }
    long[] seen = new long[2];
    add(reader.scanUnrecorded(tree, null, null, false), seen);
    if (rows > ROWS_EACH_END) {
      add(reader.scanUnrecorded(tree, null, null, true), seen);
    }
    return seen[0] == 0 ? 0 : Math.round((double) seen[1] / seen[0] * rows);
  }

  private static void add(RowCursor cursor, long[] seen) {
    for (int i = 0; i < ROWS_EACH_END && cursor.next(); i++) {
      seen[0]++;
      seen[1] += cursor.key().length + cursor.row().length;
    }
  }
}

package io.mosql.sql.exec;

import io.mosql.storage.RowCursor;
import io.mosql.storage.Transaction;

/** Judges a tree by its first and last rows, without counting them as read. */
final class TreeSample {
  private static final int ROWS_EACH_END = 100;

  private TreeSample() {}

  /** About how many bytes the rows of a tree take, their keys included. */
  static long bytes(Transaction transaction, long tree) {
    long rows = transaction.estimates().count(tree, null, null);
    if (rows == 0) {
      return 0;
    }
    long[] seen = new long[2];
    add(transaction.browse(tree, null, null, false), seen);
    if (rows > ROWS_EACH_END) {
      add(transaction.browse(tree, null, null, true), seen);
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

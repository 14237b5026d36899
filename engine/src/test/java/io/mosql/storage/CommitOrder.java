package io.mosql.storage;

import io.mosql.storage.transaction.RootReader;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import io.mosql.storage.version.SystemTrees;
import io.mosql.storage.version.TransactionId;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the tree of commit outcomes: the transactions by the position of their commit, for the last
 * 131,072 positions.
 */
public final class CommitOrder {
  private static final int COMMITTED = 1;

  private CommitOrder() {}

  /** The commits published by an open store. */
  public static Map<TransactionId, Long> of(Store store) {
    return of(new RootReader(store.published()));
  }

  /** The same of a database that is not open, or of a backup. */
  public static Map<TransactionId, Long> of(Inspection inspection) {
    return of(inspection.reader());
  }

  private static Map<TransactionId, Long> of(TransactionReader reader) {
    Map<TransactionId, Long> positions = new HashMap<>();
    RowCursor cursor = reader.scan(SystemTrees.OUTCOMES, null, null, false, ColumnSet.ALL);
    while (cursor.next() && cursor.key()[0] == COMMITTED) {
      ByteBuffer row = ByteBuffer.wrap(cursor.row());
      long position = ByteBuffer.wrap(cursor.key()).getLong(1);
      positions.put(new TransactionId(row.getLong(), row.getLong()), position);
    }
    return positions;
  }
}

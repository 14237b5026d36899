package io.mosql.sql.exec.dml;

import io.mosql.core.codec.Keys;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.catalog.ForeignKeyDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.table.ForeignKeyChecker;
import io.mosql.sql.exec.table.KeyEncoder;
import io.mosql.storage.transaction.RowCursor;
import io.mosql.storage.version.ColumnSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the rows that reference a row through one foreign key. Immutable. */
final class ReferencingRows {
  private static final Object[] NO_KEY = {};

  private final int[] parentColumns;
  private final IndexDef index;
  private final KeyEncoder encoder;

  ReferencingRows(TableDef parent, TableDef child, ForeignKeyDef key) {
    this.parentColumns = ForeignKeyChecker.parentColumns(parent, key);
    this.index = ForeignKeyChecker.childIndex(child, key);
    this.encoder = new KeyEncoder(child, index);
  }

  /**
   * A referencing row.
   *
   * @param key its primary key
   * @param parentKey the new key of the referenced row; empty when that row was deleted
   */
  record ReferencingRow(byte[] key, @Nullable Object[] parentKey) {}

  /**
   * Finds the rows that reference the old version of a row.
   *
   * @param after the new version of the row, null when it was deleted; a row whose key is
   *     unchanged, byte by byte, loses no references
   */
  void findReferencing(
      @Nullable Object[] before,
      @Nullable Object @Nullable [] after,
      List<ReferencingRow> found,
      ExecutionContext context) {
    if (after != null && keepsKey(before, after)) {
      return;
    }
    byte[] prefix = ForeignKeyChecker.referencingPrefix(parentColumns, before, encoder);
    if (prefix == null) {
      return;
    }
    Object[] parentKey = after == null ? NO_KEY : new Object[parentColumns.length];
    for (int i = 0; after != null && i < parentKey.length; i++) {
      parentKey[i] = after[parentColumns[i]];
    }
    RowCursor rows =
        context
            .transaction()
            .certified()
            .scan(
                index.id(),
                prefix,
                Keys.prefixEnd(prefix),
                false,
                index.primary() ? ColumnSet.NONE : ColumnSet.ALL);
    while (rows.next()) {
      context.step();
      byte[] key = index.primary() ? rows.key() : rows.row();
      context.chargeBytes(ExecutionContext.FOUND_BYTES + key.length);
      found.add(new ReferencingRow(key, parentKey));
    }
  }

  private boolean keepsKey(@Nullable Object[] before, @Nullable Object[] after) {
    for (int column : parentColumns) {
      Object x = before[column];
      Object y = after[column];
      if (x == null || y == null ? x != y : ValueOrder.compare(x, y) != 0) {
        return false;
      }
    }
    return true;
  }
}

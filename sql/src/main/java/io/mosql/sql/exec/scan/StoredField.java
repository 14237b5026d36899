package io.mosql.sql.exec.scan;

import io.mosql.core.codec.RowFormat;
import io.mosql.core.codec.RowSlice;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.SqlType;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.error.SqlErrorMessage;
import org.jspecify.annotations.Nullable;

/**
 * Position of a column in stored rows. Immutable.
 *
 * @param absent the field for rows that do not contain the column; null when all rows contain it
 */
record StoredField(int ordinal, SqlType type, byte @Nullable [] absent) {
  static StoredField of(ColumnDef column) {
    byte[] fixed = column.missingField();
    byte[] absent =
        fixed == null && column.nullable() ? RowFormat.encodeField(column.type(), null) : fixed;
    return new StoredField(column.ordinal(), column.type(), absent);
  }

  /**
   * Moves the slice to the field.
   *
   * @throws MosqlException XX001 when the row is corrupted
   */
  void find(RowSlice row) {
    if (row.find(ordinal)) {
      return;
    }
    byte[] field = absent;
    if (field == null) {
      throw SqlErrorMessage.ROW_WITHOUT_REQUIRED_COLUMN.error("a table");
    }
    row.take(field);
  }
}

package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.runtime.UnreadColumn;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** Batches of rows that come one at a time. */
final class BatchedRows implements BatchStream {
  private final RowStream rows;
  private final SqlType[] types;

  BatchedRows(RowStream rows, RelDataType rowType) {
    this.rows = rows;
    List<RelDataTypeField> fields = rowType.getFieldList();
    this.types =
        fields.stream().map(field -> RelTypes.sqlType(field.getType())).toArray(SqlType[]::new);
  }

  @Override
  public @Nullable Batch next() {
    Object[][] read = new Object[Batch.ROWS][];
    int count = 0;
    while (count < Batch.ROWS) {
      Object[] row = rows.next();
      if (row == null) {
        break;
      }
      read[count++] = row;
    }
    if (count == 0) {
      return null;
    }
    int size = count;
    return new Batch(
        types.length,
        size,
        (field, selected, number) -> column(read, field, types[field], selected, number, size));
  }

  /** A column of some rows. */
  static Vector column(
      @Nullable Object[][] rows, int field, SqlType type, int[] selected, int count, int size) {
    Object[] values = new Object[size];
    for (int k = 0; k < count; k++) {
      Object value = rows[selected[k]][field];
      if (value != null && UnreadColumn.isPoison(value)) {
        return new Vector.Objects(values);
      }
      values[selected[k]] = value;
    }
    return Vector.of(values, selected, count, type);
  }
}

package io.mosql.sql.exec.batch;

import io.mosql.core.codec.OverflowField;
import io.mosql.core.codec.RowBatch;
import io.mosql.core.codec.RowSlice;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.UnreadColumn;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.storage.version.ColumnSet;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The columns that a scan reads of the stored rows of its table. A column is decoded when it is
 * first used. Immutable.
 */
final class StoredColumns {
  private final TableDef table;
  private final @Nullable RowDecoder[] decoders;

  StoredColumns(PlanNode.TableScan scan) {
    this.table = scan.table();
    this.decoders = new RowDecoder[table.columns().size()];
    for (int i = scan.columns().next(0); i >= 0; i = scan.columns().next(i + 1)) {
      decoders[i] = new RowDecoder(table, ColumnSet.of(i));
    }
  }

  /** Number of columns of the table. */
  int width() {
    return decoders.length;
  }

  /** The columns of some rows. */
  Batch.Source of(RowBatch rows, ExecutionContext context) {
    return new Columns(rows, context);
  }

  /** Decodes the columns of the rows. */
  private final class Columns implements Batch.Source {
    private final RowBatch rows;
    private final ExecutionContext context;
    private final RowSlice slice = new RowSlice();

    Columns(RowBatch rows, ExecutionContext context) {
      this.rows = rows;
      this.context = context;
    }

    @Override
    public @Nullable Vector column(int field, int[] selected, int count) {
      RowDecoder decoder = decoders[field];
      if (decoder == null) {
        return null;
      }
      ColumnDef column = table.columns().get(field);
      SqlType type = column.type();
      Vector fast =
          switch (type.kind()) {
            case SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMPTZ, DECIMAL ->
                longs(field, column, selected, count);
            case DOUBLE -> doubles(field, column, selected, count);
            case CHAR, VARCHAR, TEXT -> texts(field, column, selected, count);
            default -> null;
          };
      if (fast != null) {
        return fast;
      }
      Object[] values = new Object[rows.size()];
      for (int k = 0; k < count; k++) {
        values[selected[k]] = value(field, selected[k]);
      }
      return Vector.of(values, selected, count, type);
    }

    /** The value of a field that needs more than a loop. */
    private @Nullable Object value(int field, int row) {
      RowDecoder decoder = java.util.Objects.requireNonNull(decoders[field]);
      Object[] values = UnreadColumn.row(decoders.length);
      decoder.decodeInto(values, rows.slice(row, slice));
      if (values[field] instanceof OverflowField) {
        decoder.load(values, ColumnSet.ALL, context.reads());
      }
      return values[field];
    }

    private @Nullable Vector longs(int field, ColumnDef column, int[] selected, int count) {
      SqlType type = column.type();
      Vector.Carrier carrier = java.util.Objects.requireNonNull(Vector.Carrier.of(type));
      long[] values = new long[rows.size()];
      boolean[] failed = {false};
      RowBatch.OtherField others =
          row -> {
            Object value = value(field, row);
            Long number = value == null ? null : Vector.unboxed(value, carrier, type.scale());
            if (number != null) {
              values[row] = number;
            } else if (value != null) {
              failed[0] = true;
            }
            return value == null;
          };
      boolean decimal = type.kind() == TypeKind.DECIMAL;
      boolean[] nulls =
          decimal
              ? rows.decimals(column.ordinal(), type.scale(), selected, count, values, others)
              : rows.integers(column.ordinal(), selected, count, values, others);
      return failed[0]
          ? null
          : new Vector.Longs(values, nulls, carrier, decimal ? type.scale() : 0);
    }

    private Vector doubles(int field, ColumnDef column, int[] selected, int count) {
      double[] values = new double[rows.size()];
      RowBatch.OtherField others =
          row -> {
            Object value = value(field, row);
            if (value != null) {
              values[row] = (Double) value;
            }
            return value == null;
          };
      boolean[] nulls = rows.doubles(column.ordinal(), selected, count, values, others);
      return new Vector.Doubles(values, nulls);
    }

    private Vector texts(int field, ColumnDef column, int[] selected, int count) {
      byte[][] data = new byte[rows.size()][];
      int[] from = new int[rows.size()];
      int[] to = new int[rows.size()];
      RowBatch.OtherField others =
          row -> {
            Object value = value(field, row);
            if (value != null) {
              byte[] bytes = ((String) value).getBytes(StandardCharsets.UTF_8);
              data[row] = bytes;
              from[row] = 0;
              to[row] = bytes.length;
            }
            return value == null;
          };
      boolean[] nulls = rows.texts(column.ordinal(), selected, count, data, from, to, others);
      return new Vector.Texts(data, from, to, nulls);
    }
  }
}

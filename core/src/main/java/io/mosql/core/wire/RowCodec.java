package io.mosql.core.wire;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The codec of result rows: for each a bitmap of its NULLs (column i is bit {@code i & 7} of byte
 * {@code i >> 3}), then the other values without tags, in the format of the column's type. Rows
 * without columns do not exist.
 */
final class RowCodec {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private RowCodec() {}

  /**
   * Writes a row.
   *
   * @param minor version of the client: types that it does not support are sent as text
   */
  static void write(WireWriter out, List<ColumnInfo> columns, @Nullable Object[] row, int minor) {
    int count = columns.size();
    if (row.length != count || count == 0) {
      throw new IllegalArgumentException(row.length + " values for " + count + " columns");
    }
    int nulls = out.blank(bitmapBytes(count));
    for (int i = 0; i < count; i++) {
      Object value = row[i];
      if (value == null) {
        out.setBit(nulls, i);
      } else {
        SqlType type = columns.get(i).type();
        if (MetadataCodec.isNew(type.kind(), minor)) {
          out.text(Coercion.format(value, type));
        } else {
          write(out, type.kind(), value);
        }
      }
    }
  }

  private static void write(WireWriter out, TypeKind kind, Object value) {
    switch (kind) {
      case BOOLEAN -> out.bool((Boolean) value);
      case SMALLINT, INTEGER, DATE -> out.i32((Integer) value);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> out.i64((Long) value);
      case DECIMAL, NUMERIC -> DecimalCodec.write(out, (BigDecimal) value);
      case REAL -> out.i32(Float.floatToRawIntBits((Float) value));
      case DOUBLE -> out.i64(Double.doubleToRawLongBits((Double) value));
      case CHAR, VARCHAR, TEXT -> out.text((String) value);
      case VARBINARY -> out.bytes((byte[]) value);
      case JSONB -> out.bytes(((Jsonb) value).bytes());
      case UUID -> {
        out.i64(((UUID) value).getMostSignificantBits());
        out.i64(((UUID) value).getLeastSignificantBits());
      }
      case INTERVAL -> {
        Interval interval = (Interval) value;
        out.i32(interval.months());
        out.i32(interval.days());
        out.i64(interval.micros());
      }
    }
  }

  private static int bitmapBytes(int columns) {
    return columns + 7 >> 3;
  }

  /**
   * Reads a number of rows.
   *
   * @param count from the frame
   */
  static List<@Nullable Object[]> read(WireReader in, List<ColumnInfo> columns, int count) {
    if (count == 0) {
      return List.of();
    }
    if (columns.isEmpty()) {
      throw new WireException("rows without columns");
    }
    TypeKind[] kinds = new TypeKind[columns.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = columns.get(i).type().kind();
    }
    int bitmapBytes = bitmapBytes(kinds.length);
    in.fitting(count, bitmapBytes);
    List<@Nullable Object[]> rows = new ArrayList<>(Math.min(count, 1_024));
    for (int i = 0; i < count; i++) {
      rows.add(readRow(in, kinds, bitmapBytes));
    }
    return rows;
  }

  private static @Nullable Object[] readRow(WireReader in, TypeKind[] kinds, int bitmapBytes) {
    int nulls = in.bitmap(bitmapBytes);
    @Nullable Object[] row = new @Nullable Object[kinds.length];
    for (int i = 0; i < kinds.length; i++) {
      if (!in.bit(nulls, i)) {
        row[i] = readOne(in, kinds[i]);
      }
    }
    return row;
  }

  private static Object readOne(WireReader in, TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> in.bool();
      case SMALLINT, INTEGER, DATE -> in.i32();
      case BIGINT, TIMESTAMP, TIMESTAMPTZ -> in.i64();
      case TIME -> timeOfDay(in.i64());
      case DECIMAL, NUMERIC -> DecimalCodec.read(in);
      case REAL -> Float.intBitsToFloat(in.i32());
      case DOUBLE -> Double.longBitsToDouble(in.i64());
      case CHAR, VARCHAR, TEXT -> in.text();
      case VARBINARY -> in.bytes();
      case UUID -> new UUID(in.i64(), in.i64());
      case INTERVAL -> new Interval(in.i32(), in.i32(), in.i64());
      case JSONB -> jsonb(in.bytes());
    };
  }

  /** Validated at once: later code does not expect invalid bytes. */
  private static Jsonb jsonb(byte[] bytes) {
    Jsonb value = Jsonb.ofBytes(bytes);
    try {
      value.tree();
    } catch (MosqlException e) {
      throw new WireException("invalid JSONB value");
    }
    return value;
  }

  private static long timeOfDay(long micros) {
    if (micros < 0 || micros >= MICROS_PER_DAY) {
      throw new WireException("time out of range");
    }
    return micros;
  }
}

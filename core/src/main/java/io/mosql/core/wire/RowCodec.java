package io.mosql.core.wire;

import io.mosql.core.codec.ArrayCodec;
import io.mosql.core.error.MosqlException;
import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
          writeOlder(out, type, value);
        } else {
          write(out, type, value);
        }
      }
    }
  }

  private static void writeOlder(WireWriter out, SqlType type, Object value) {
    if (type.kind() == TypeKind.BLOB) {
      out.bytes((byte[]) Objects.requireNonNull(LargeObject.loaded(value)));
    } else {
      out.text(Coercion.format(value, type));
    }
  }

  private static void write(WireWriter out, SqlType type, Object value) {
    switch (type.kind()) {
      case BOOLEAN -> out.bool((Boolean) value);
      case SMALLINT, INTEGER, DATE -> out.i32((Integer) value);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> out.i64((Long) value);
      case DECIMAL, NUMERIC -> DecimalCodec.write(out, (BigDecimal) value);
      case REAL -> out.i32(Float.floatToRawIntBits((Float) value));
      case DOUBLE -> out.i64(Double.doubleToRawLongBits((Double) value));
      case CHAR, VARCHAR, TEXT -> out.text((String) value);
      case VARBINARY -> out.bytes((byte[]) value);
      case JSONB -> out.bytes(((Jsonb) value).bytes());
      case ARRAY -> out.bytes(ArrayCodec.encode(type.elementType(), (SqlArray) value));
      case BLOB, CLOB -> LargeObjectCodec.writeValue(out, value);
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
    SqlType[] types = new SqlType[columns.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.get(i).type();
    }
    int bitmapBytes = bitmapBytes(types.length);
    in.fitting(count, bitmapBytes);
    List<@Nullable Object[]> rows = new ArrayList<>(Math.min(count, 1_024));
    for (int i = 0; i < count; i++) {
      rows.add(readRow(in, types, bitmapBytes));
    }
    return rows;
  }

  private static @Nullable Object[] readRow(WireReader in, SqlType[] types, int bitmapBytes) {
    int nulls = in.bitmap(bitmapBytes);
    @Nullable Object[] row = new @Nullable Object[types.length];
    for (int i = 0; i < types.length; i++) {
      if (!in.bit(nulls, i)) {
        row[i] = readOne(in, types[i]);
      }
    }
    return row;
  }

  private static Object readOne(WireReader in, SqlType type) {
    return switch (type.kind()) {
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
      case ARRAY -> array(type, in.bytes());
      case BLOB -> LargeObjectCodec.readValue(in, false);
      case CLOB -> LargeObjectCodec.readValue(in, true);
    };
  }

  static SqlArray array(SqlType type, byte[] bytes) {
    try {
      return ArrayCodec.decode(type.elementType(), bytes, 0, bytes.length);
    } catch (MosqlException e) {
      throw new WireException("invalid value of an array type");
    }
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

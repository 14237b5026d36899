package io.mosql.core.codec;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.Uuids;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The format of rows: fields by ordinal, each accessible without decoding the preceding ones.
 * Ordinals are never reused, so a row written before ADD COLUMN is merely shorter, and its later
 * fields are <em>missing</em>.
 *
 * <pre>
 * row    := head count end[count] field[count]
 * head   := 1 byte: version 1 in the high nibble, bytes per end (1, 2 or 4) in the low nibble
 * count  := 2 bytes, fields present
 * end    := end of the field, counted from the first field's first byte; all integers are big-endian
 * field  := empty                            missing
 *         | 0x00                             NULL
 *         | 0x01 | 0x02                      false, true
 *         | 0x03 two's complement            SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP(TZ): fewest bytes, at least 1
 *         | 0x04 scale two's complement      DECIMAL: one byte of scale, unscaled value in the fewest bytes
 *         | 0x05 4 bytes | 0x06 8 bytes      REAL, DOUBLE: IEEE bits, -0.0 and NaN canonical
 *         | 0x07 UTF-8 | 0x08 bytes          text; VARBINARY, UUID, JSONB ({@link Jsonb}), INTERVAL (months and days of 4 bytes, microseconds of 8)
 *         | 0x0A scale two's complement      NUMERIC: two bytes of scale, unscaled value in the fewest bytes
 *         | 0x09 descriptor                  a text or VARBINARY that is kept elsewhere: {@link OverflowField}
 * </pre>
 *
 * <p>Equal values of a column have equal field bytes, so fields are compared and fingerprinted as
 * bytes. Exceptions, where equal values may have different bytes: a value that is stored outside of
 * the row and was written again, intervals of equal length with different parts, and a NUMERIC or
 * JSONB with different trailing zeros. Fields are self-describing, so that the certifier patches
 * them without the catalog. Pure functions.
 */
public final class RowFormat {
  static final int TAG_NULL = 0;
  static final int TAG_FALSE = 1;
  static final int TAG_TRUE = 2;
  static final int TAG_INTEGER = 3;
  static final int TAG_DECIMAL = 4;
  static final int TAG_REAL = 5;
  static final int TAG_DOUBLE = 6;
  static final int TAG_TEXT = 7;
  static final int TAG_BYTES = 8;
  static final int TAG_OVERFLOW = 9;
  static final int TAG_NUMERIC = 10;

  /** Maximum number of fields of a row. */
  public static final int MAX_FIELDS = 0xFFFF;

  private static final int VERSION = 0x10;

  /** Maximum number of digits that always fit into a long. */
  static final int LONG_DIGITS = 18;

  static final int HEADER = 3;
  private static final byte[] NULL_FIELD = {TAG_NULL};

  private RowFormat() {}

  /**
   * Number of fields present; fields at or above it are missing.
   *
   * @throws MosqlException XX001 when the bytes are not a row
   */
  public static int fieldCount(byte[] row) {
    if (row.length < HEADER || !isRow(row[0])) {
      throw CoreErrorMessage.UNKNOWN_ROW_FORMAT.error();
    }
    return (row[1] & 0xFF) << 8 | (row[2] & 0xFF);
  }

  /** Whether the bytes begin like a row. */
  static boolean isRow(byte head) {
    return (head & 0xF0) == VERSION;
  }

  /** Offset of the first byte of a present field. */
  public static int fieldStart(byte[] row, int ordinal) {
    int base = base(row);
    return ordinal == 0 ? base : base + end(row, base, ordinal - 1);
  }

  /** Offset after the last byte of a present field. */
  public static int fieldEnd(byte[] row, int ordinal) {
    int base = base(row);
    return base + end(row, base, ordinal);
  }

  /** Offset of the first field. */
  private static int base(byte[] row) {
    int count = fieldCount(row);
    int width = row[0] & 0x0F;
    int base = HEADER + count * width;
    if (base > row.length || width != 1 && width != 2 && width != 4) {
      throw CoreErrorMessage.ROW_SHORTER_THAN_FIELDS.error();
    }
    return base;
  }

  /** The end of a field as stated by the row, checked to lie in the row. */
  private static int end(byte[] row, int base, int ordinal) {
    int width = row[0] & 0x0F;
    int at = HEADER + ordinal * width;
    if (at >= base) {
      throw CoreErrorMessage.ROW_WITHOUT_FIELD.error(ordinal);
    }
    int end =
        switch (width) {
          case 1 -> row[at] & 0xFF;
          case 2 -> (row[at] & 0xFF) << 8 | (row[at + 1] & 0xFF);
          default ->
              (row[at] & 0xFF) << 24
                  | (row[at + 1] & 0xFF) << 16
                  | (row[at + 2] & 0xFF) << 8
                  | (row[at + 3] & 0xFF);
        };
    if (end < 0 || end > row.length - base) {
      throw CoreErrorMessage.ROW_FIELD_ENDS_OUTSIDE.error();
    }
    return end;
  }

  /** Whether the row contains neither a value nor NULL for the ordinal. */
  public static boolean isMissing(byte[] row, int ordinal) {
    return ordinal >= fieldCount(row) || fieldStart(row, ordinal) == fieldEnd(row, ordinal);
  }

  /** The field's bytes, tag included; empty when missing. The caller owns them. */
  public static byte[] field(byte[] row, int ordinal) {
    if (ordinal >= fieldCount(row)) {
      return new byte[0];
    }
    int from = fieldStart(row, ordinal);
    return Arrays.copyOfRange(row, from, requireOrder(from, fieldEnd(row, ordinal)));
  }

  private static int requireOrder(int from, int to) {
    if (from > to) {
      throw CoreErrorMessage.ROW_FIELD_ENDS_EARLY.error();
    }
    return to;
  }

  /** Whether two rows have the same bytes (or absence) in a field. */
  public static boolean sameField(byte[] a, byte[] b, int ordinal) {
    boolean inA = ordinal < fieldCount(a);
    boolean inB = ordinal < fieldCount(b);
    if (!inA || !inB) {
      return isMissing(a, ordinal) && isMissing(b, ordinal);
    }
    int fromA = fieldStart(a, ordinal);
    int fromB = fieldStart(b, ordinal);
    int toA = requireOrder(fromA, fieldEnd(a, ordinal));
    int toB = requireOrder(fromB, fieldEnd(b, ordinal));
    return Arrays.equals(a, fromA, toA, b, fromB, toB);
  }

  /**
   * The value of a field that is not missing.
   *
   * @return of the carrier class of the type's kind, or null for NULL; an {@link OverflowField} for
   *     a value that is stored outside of the row
   * @throws MosqlException XX001 when the field is not of this type
   */
  public static @Nullable Object decode(byte[] row, int ordinal, SqlType type) {
    int from = fieldStart(row, ordinal);
    return decodeField(row, from, fieldEnd(row, ordinal), type);
  }

  /** The same as {@link #decode}, for a separate field. */
  public static @Nullable Object decodeField(byte[] field, SqlType type) {
    return decodeField(field, 0, field.length, type);
  }

  static @Nullable Object decodeField(byte[] bytes, int from, int to, SqlType type) {
    if (from >= to) {
      throw CoreErrorMessage.ROW_FIELD_EMPTY.error(type);
    }
    int tag = bytes[from];
    int length = to - from - 1;
    if (tag == TAG_NULL && length == 0) {
      return null;
    }
    if (tag == TAG_OVERFLOW) {
      return overflow(bytes, from, to, type);
    }
    if (tag != tagOf(type) && !(tag == TAG_TRUE && tagOf(type) == TAG_FALSE)
        || !fits(length, type)) {
      throw CoreErrorMessage.ROW_FIELD_TAG.error(type, tag, length);
    }
    return switch (type.kind()) {
      case BOOLEAN -> tag == TAG_TRUE;
      case SMALLINT, INTEGER, DATE -> (int) integer(bytes, from + 1, to);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> integer(bytes, from + 1, to);
      case DECIMAL -> decimal(bytes, from + 1, to);
      case NUMERIC -> numeric(bytes, from + 1, to);
      case REAL -> Float.intBitsToFloat((int) integer(bytes, from + 1, to));
      case DOUBLE -> Double.longBitsToDouble(integer(bytes, from + 1, to));
      case CHAR, VARCHAR, TEXT, CLOB -> new String(bytes, from + 1, length, StandardCharsets.UTF_8);
      case VARBINARY, BLOB -> Arrays.copyOfRange(bytes, from + 1, to);
      case UUID -> Uuids.of(bytes, from + 1);
      case INTERVAL -> Interval.of(bytes, from + 1);
      case JSONB -> Jsonb.ofBytes(Arrays.copyOfRange(bytes, from + 1, to));
      case ARRAY -> ArrayCodec.decode(type.elementType(), bytes, from + 1, to);
    };
  }

  private static OverflowField overflow(byte[] bytes, int from, int to, SqlType type) {
    OverflowField field = OverflowField.read(bytes, from, to);
    boolean alwaysHere =
        type.kind() == TypeKind.UUID
            || type.kind() == TypeKind.INTERVAL
            || field.isLargeObject() && !type.kind().isLarge();
    if (tagOf(type) != (field.text() ? TAG_TEXT : TAG_BYTES) || alwaysHere) {
      throw CoreErrorMessage.ROW_FIELD_DESCRIPTOR.error(type);
    }
    return field;
  }

  /**
   * The descriptor in a field, or null when the field contains its value, or is missing or NULL.
   */
  public static @Nullable OverflowField overflow(byte[] row, int ordinal) {
    if (ordinal >= fieldCount(row)) {
      return null;
    }
    int from = fieldStart(row, ordinal);
    int to = requireOrder(from, fieldEnd(row, ordinal));
    return from < to && row[from] == TAG_OVERFLOW ? OverflowField.read(row, from, to) : null;
  }

  /** Whether a field of the type may have this many bytes after its tag. */
  private static boolean fits(int length, SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> length == 0;
      case SMALLINT -> length == 1 || length == 2;
      case INTEGER, DATE -> length >= 1 && length <= 4;
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> length >= 1 && length <= 8;
      case DECIMAL -> length >= 2;
      case NUMERIC -> length >= 3;
      case REAL -> length == 4;
      case DOUBLE -> length == 8;
      case UUID -> length == Uuids.BYTES;
      case INTERVAL -> length == Interval.BYTES;
      case CHAR, VARCHAR, TEXT, VARBINARY, BLOB, CLOB -> true;
      case JSONB, ARRAY -> length > 0;
    };
  }

  private static int tagOf(SqlType type) {
    return switch (type.kind()) {
      case BOOLEAN -> TAG_FALSE;
      case SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> TAG_INTEGER;
      case DECIMAL -> TAG_DECIMAL;
      case NUMERIC -> TAG_NUMERIC;
      case REAL -> TAG_REAL;
      case DOUBLE -> TAG_DOUBLE;
      case CHAR, VARCHAR, TEXT, CLOB -> TAG_TEXT;
      case VARBINARY, UUID, INTERVAL, JSONB, ARRAY, BLOB -> TAG_BYTES;
    };
  }

  static long integer(byte[] bytes, int from, int to) {
    long value = bytes[from];
    for (int i = from + 1; i < to; i++) {
      value = value << 8 | (bytes[i] & 0xFF);
    }
    return value;
  }

  private static BigDecimal decimal(byte[] bytes, int from, int to) {
    int scale = bytes[from] & 0xFF;
    if (to - from <= 9) {
      return BigDecimal.valueOf(integer(bytes, from + 1, to), scale);
    }
    return new BigDecimal(new BigInteger(bytes, from + 1, to - from - 1), scale);
  }

  private static BigDecimal numeric(byte[] bytes, int from, int to) {
    int scale = (bytes[from] & 0xFF) << 8 | (bytes[from + 1] & 0xFF);
    return new BigDecimal(new BigInteger(bytes, from + 2, to - from - 2), scale);
  }

  /**
   * The bytes of one field.
   *
   * @param value of the carrier class of the type's kind, coerced to the type (a DECIMAL at its
   *     scale), an {@link OverflowField} in its place, or null
   */
  public static byte[] encodeField(SqlType type, @Nullable Object value) {
    if (value == null) {
      return NULL_FIELD.clone();
    }
    if (value instanceof OverflowField field) {
      return field.toField();
    }
    return switch (type.kind()) {
      case BOOLEAN -> new byte[] {(byte) ((Boolean) value ? TAG_TRUE : TAG_FALSE)};
      case SMALLINT, INTEGER, DATE -> integerField((Integer) value);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> integerField((Long) value);
      case DECIMAL -> decimalField((BigDecimal) value, type.scale());
      case NUMERIC -> numericField((BigDecimal) value);
      case REAL ->
          fixed(TAG_REAL, Float.floatToIntBits((Float) value == 0f ? 0f : (Float) value), 4);
      case DOUBLE ->
          fixed(TAG_DOUBLE, Double.doubleToLongBits((Double) value == 0d ? 0d : (Double) value), 8);
      case CHAR, VARCHAR, TEXT, CLOB ->
          tagged(TAG_TEXT, ((String) value).getBytes(StandardCharsets.UTF_8));
      case VARBINARY, BLOB -> tagged(TAG_BYTES, (byte[]) value);
      case UUID -> tagged(TAG_BYTES, Uuids.bytes((UUID) value));
      case INTERVAL -> tagged(TAG_BYTES, ((Interval) value).bytes());
      case JSONB -> tagged(TAG_BYTES, ((Jsonb) value).bytes());
      case ARRAY -> tagged(TAG_BYTES, ArrayCodec.encode(type.elementType(), (SqlArray) value));
    };
  }

  private static byte[] integerField(long value) {
    return fixed(TAG_INTEGER, value, integerBytes(value));
  }

  /** The minimum bytes of two's complement for the value, at least 1. */
  static int integerBytes(long value) {
    long magnitude = value ^ (value >> 63);
    return (72 - Long.numberOfLeadingZeros(magnitude)) >> 3;
  }

  private static byte[] decimalField(BigDecimal value, int scale) {
    byte[] unscaled = value.setScale(scale).unscaledValue().toByteArray();
    byte[] field = new byte[2 + unscaled.length];
    field[0] = TAG_DECIMAL;
    field[1] = (byte) scale;
    System.arraycopy(unscaled, 0, field, 2, unscaled.length);
    return field;
  }

  private static byte[] numericField(BigDecimal value) {
    byte[] unscaled = value.unscaledValue().toByteArray();
    byte[] field = new byte[3 + unscaled.length];
    field[0] = TAG_NUMERIC;
    field[1] = (byte) (value.scale() >> 8);
    field[2] = (byte) value.scale();
    System.arraycopy(unscaled, 0, field, 3, unscaled.length);
    return field;
  }

  private static byte[] fixed(int tag, long bits, int bytes) {
    byte[] field = new byte[1 + bytes];
    field[0] = (byte) tag;
    for (int i = bytes; i > 0; i--) {
      field[i] = (byte) bits;
      bits >>= 8;
    }
    return field;
  }

  private static byte[] tagged(int tag, byte[] bytes) {
    byte[] field = new byte[1 + bytes.length];
    field[0] = (byte) tag;
    System.arraycopy(bytes, 0, field, 1, bytes.length);
    return field;
  }

  /**
   * Joins fields into a row; trailing missing fields are left out.
   *
   * @param fields as encoded by {@link #encodeField}, an empty one for a missing field; not kept
   */
  public static byte[] row(byte[][] fields) {
    int count = fields.length;
    while (count > 0 && fields[count - 1].length == 0) {
      count--;
    }
    if (count > MAX_FIELDS) {
      throw CoreErrorMessage.TOO_MANY_ROW_FIELDS.error(MAX_FIELDS);
    }
    int payload = 0;
    for (int i = 0; i < count; i++) {
      payload = Math.addExact(payload, fields[i].length);
    }
    byte[] row = head(count, payload);
    int base = row.length - payload;
    int width = row[0] & 0x0F;
    int end = 0;
    for (int i = 0; i < count; i++) {
      System.arraycopy(fields[i], 0, row, base + end, fields[i].length);
      end += fields[i].length;
      putEnd(row, width, i, end);
    }
    return row;
  }

  /** A row with its head written, and room for the ends and this many bytes of fields. */
  static byte[] head(int count, int payload) {
    int width = payload <= 0xFF ? 1 : payload <= 0xFFFF ? 2 : 4;
    byte[] row = new byte[Math.toIntExact(HEADER + (long) count * width + payload)];
    row[0] = (byte) (VERSION | width);
    row[1] = (byte) (count >> 8);
    row[2] = (byte) count;
    return row;
  }

  /**
   * A copy of the row with some fields replaced.
   *
   * @param ordinals ascending
   * @param fields beside the ordinals, as encoded by {@link #encodeField}
   */
  public static byte[] withFields(byte[] row, int[] ordinals, byte[][] fields) {
    int oldCount = fieldCount(row);
    int oldBase = base(row);
    int count = Math.max(oldCount, ordinals.length == 0 ? 0 : ordinals[ordinals.length - 1] + 1);
    long payload = (long) row.length - oldBase;
    for (int i = 0; i < ordinals.length; i++) {
      int ordinal = ordinals[i];
      payload += fields[i].length;
      if (ordinal < oldCount) {
        int from = fieldStart(row, ordinal);
        payload -= requireOrder(from, fieldEnd(row, ordinal)) - from;
      }
      if (fields[i].length == 0 || ordinal >= MAX_FIELDS) {
        return row(allFields(row, count, ordinals, fields));
      }
    }
    int width = payload <= 0xFF ? 1 : payload <= 0xFFFF ? 2 : 4;
    byte[] patched = new byte[Math.toIntExact(HEADER + (long) count * width + payload)];
    patched[0] = (byte) (VERSION | width);
    patched[1] = (byte) (count >> 8);
    patched[2] = (byte) count;
    int next = 0;
    int oldStart = oldBase;
    int at = HEADER + count * width;
    int base = at;
    for (int i = 0; i < count; i++) {
      int oldEnd = i < oldCount ? requireOrder(oldStart, oldBase + end(row, oldBase, i)) : oldStart;
      boolean replaced = next < ordinals.length && ordinals[next] == i;
      byte[] source = replaced ? fields[next++] : row;
      int from = replaced ? 0 : oldStart;
      int length = replaced ? source.length : oldEnd - oldStart;
      System.arraycopy(source, from, patched, at, length);
      at += length;
      putEnd(patched, width, i, at - base);
      oldStart = oldEnd;
    }
    return patched;
  }

  private static byte[][] allFields(byte[] row, int count, int[] ordinals, byte[][] fields) {
    byte[][] all = new byte[count][];
    int next = 0;
    for (int i = 0; i < count; i++) {
      boolean replaced = next < ordinals.length && ordinals[next] == i;
      all[i] = replaced ? fields[next++] : field(row, i);
    }
    return all;
  }

  static void putEnd(byte[] row, int width, int ordinal, int end) {
    int at = HEADER + ordinal * width;
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) {
      row[at++] = (byte) (end >>> shift);
    }
  }
}

package io.mosql.core.codec;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.Uuids;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A writer of rows, field by field, in the order of ordinals: the same bytes as {@link
 * RowFormat#row} of encoded fields, but without an array for each of them. Not thread-safe;
 * reusable after {@link #reset()}.
 */
public final class RowWriter {
  private static final int BYTES_EXPECTED = 256;
  private static final int FIELDS_EXPECTED = 16;

  private byte[] buffer = new byte[BYTES_EXPECTED];
  private int length;
  private int[] ends = new int[FIELDS_EXPECTED];
  private int count;

  /** Fields up to the last one that is not missing. */
  private int present;

  /** Discards the written fields. */
  public RowWriter reset() {
    length = 0;
    count = 0;
    present = 0;
    return this;
  }

  /** Adds a missing field. */
  public RowWriter missing() {
    end();
    return this;
  }

  /**
   * Adds a field that is already encoded.
   *
   * @param field as encoded by {@link RowFormat#encodeField}
   */
  public RowWriter raw(byte[] field) {
    reserve(field.length);
    System.arraycopy(field, 0, buffer, length, field.length);
    length += field.length;
    end();
    if (field.length > 0) {
      present = count;
    }
    return this;
  }

  /**
   * Adds a field.
   *
   * @param value of the carrier class of the type's kind, coerced to the type, an {@link
   *     OverflowField} in its place, or null
   */
  public RowWriter field(SqlType type, @Nullable Object value) {
    if (value == null) {
      tag(RowFormat.TAG_NULL, 0);
    } else if (value instanceof OverflowField overflow) {
      append(overflow.toField());
    } else {
      value(type, value);
    }
    end();
    present = count;
    return this;
  }

  private void value(SqlType type, Object value) {
    switch (type.kind()) {
      case BOOLEAN -> tag((Boolean) value ? RowFormat.TAG_TRUE : RowFormat.TAG_FALSE, 0);
      case SMALLINT, INTEGER, DATE -> integer((Integer) value);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> integer((Long) value);
      case DECIMAL -> decimal((BigDecimal) value, type.scale());
      case CHAR, VARCHAR, TEXT, CLOB ->
          tagged(RowFormat.TAG_TEXT, ((String) value).getBytes(StandardCharsets.UTF_8));
      case VARBINARY, BLOB -> tagged(RowFormat.TAG_BYTES, (byte[]) value);
      case UUID -> tagged(RowFormat.TAG_BYTES, Uuids.bytes((UUID) value));
      case INTERVAL -> tagged(RowFormat.TAG_BYTES, ((Interval) value).bytes());
      case JSONB -> tagged(RowFormat.TAG_BYTES, ((Jsonb) value).bytes());
      case ARRAY ->
          tagged(RowFormat.TAG_BYTES, ArrayCodec.encode(type.elementType(), (SqlArray) value));
      case NUMERIC, REAL, DOUBLE -> {
        append(RowFormat.encodeField(type, value));
      }
    }
  }

  private void append(byte[] field) {
    reserve(field.length);
    System.arraycopy(field, 0, buffer, length, field.length);
    length += field.length;
  }

  private void tag(int tag, int more) {
    reserve(1 + more);
    buffer[length++] = (byte) tag;
  }

  private void integer(long value) {
    tag(RowFormat.TAG_INTEGER, Long.BYTES);
    fewestBytes(value);
  }

  private void fewestBytes(long value) {
    int bytes = RowFormat.integerBytes(value);
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (value >> shift);
    }
  }

  private void decimal(BigDecimal value, int scale) {
    BigDecimal scaled = value.scale() == scale ? value : value.setScale(scale);
    tag(RowFormat.TAG_DECIMAL, 1 + Long.BYTES);
    buffer[length++] = (byte) scale;
    // A number of so few digits always fits a long, and needs no BigInteger.
    if (scaled.precision() <= RowFormat.LONG_DIGITS) {
      fewestBytes(scaled.scaleByPowerOfTen(scale).longValue());
      return;
    }
    byte[] unscaled = scaled.unscaledValue().toByteArray();
    reserve(unscaled.length);
    System.arraycopy(unscaled, 0, buffer, length, unscaled.length);
    length += unscaled.length;
  }

  private void tagged(int tag, byte[] bytes) {
    tag(tag, bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  private void end() {
    if (count == ends.length) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count++] = length;
  }

  private void reserve(int more) {
    int needed = Math.addExact(length, more);
    if (needed > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(needed, (int) Math.min(2L * length, 1 << 30)));
    }
  }

  /** The row; the caller owns it. Trailing missing fields are left out. */
  public byte[] toRow() {
    if (present > RowFormat.MAX_FIELDS) {
      throw CoreErrorMessage.TOO_MANY_ROW_FIELDS.error(RowFormat.MAX_FIELDS);
    }
    byte[] row = RowFormat.head(present, length);
    int base = row.length - length;
    int width = row[0] & 0x0F;
    for (int i = 0; i < present; i++) {
      RowFormat.putEnd(row, width, i, ends[i]);
    }
    System.arraycopy(buffer, 0, row, base, length);
    return row;
  }
}

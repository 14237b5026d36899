package io.mosql.core.codec;

import io.mosql.core.type.Interval;
import io.mosql.core.type.Jsonb;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A writer of order-preserving keys: comparing two keys as unsigned bytes compares their column
 * tuples.
 *
 * <pre>
 * column      := 0x01                      NULL: sorts before every value
 *              | 0x02 value
 * BOOLEAN     := 0x00 | 0x01
 * SMALLINT    := 2 bytes big-endian, sign bit flipped     INTEGER, DATE: 4     BIGINT, TIME, TIMESTAMP(TZ): 8
 * DECIMAL     := head magnitude            of the unscaled value at the column's scale; head is 0x80 + n for a positive
 *                                          number of n bytes, 0x80 for zero, 0x80 - n for a negative one, whose
 *                                          magnitude is complemented
 * NUMERIC     := number
 * REAL        := 4 bytes, DOUBLE 8 bytes   IEEE bits, all flipped when negative, else the sign bit; -0.0 is 0.0, one NaN
 * text        := UTF-8 with 0x00 as 0x00 0xFF, ended by 0x00 0x01; code-point order; of the collation's key of
 *                the text, from which the text cannot be read back
 * VARBINARY   := bytes escaped and ended like text; BLOB likewise, CLOB as text
 * UUID        := 16 bytes
 * JSONB       := 0x01                      the empty array alone: the least of all values
 *              | node
 * node        := 0x02 | 0x03 text | 0x04 number | 0x05 | 0x06      null, string, number, false, true
 *              | 0x07 count node*          array, count as INTEGER without a sign
 *              | 0x08 count (text node)*   object, keys in order
 * number      := 0x01 | 0x00 | 0x02        zero; negative, what follows complemented; positive
 *                exponent pair* 0x00       of 10, as INTEGER; two decimal digits each, as 1 to 100; equal numbers have the
 *                                          same key, whatever their digits after the point
 * ARRAY       := (0x02 value | 0x03)*      elements, 0x03 for NULL, which is greater than every value
 *                0x01 dimensions (INTEGER length, INTEGER lower)*      their number as one byte
 * INTERVAL    := days of its length as BIGINT, microseconds of a day as 5 bytes; what is equally long has the same key
 * </pre>
 *
 * A descending column is the same with every byte complemented. Not thread-safe; reusable after
 * {@link #reset()}.
 */
public final class KeyWriter {
  static final byte NULL = 0x01;
  static final byte VALUE = 0x02;
  static final int INTERVAL_REST_BYTES = 5;
  static final byte ARRAY_END = 0x01;
  static final byte ARRAY_NULL = 0x03;
  static final byte JSON_NOTHING = 0x01;
  static final byte JSON_NULL = 0x02;
  static final byte JSON_STRING = 0x03;
  static final byte JSON_NUMBER = 0x04;
  static final byte JSON_FALSE = 0x05;
  static final byte JSON_TRUE = 0x06;
  static final byte JSON_ARRAY = 0x07;
  static final byte JSON_OBJECT = 0x08;

  private byte[] buffer = new byte[64];
  private int length;

  /** Discards the written bytes. */
  public KeyWriter reset() {
    length = 0;
    return this;
  }

  public int length() {
    return length;
  }

  /** Truncates the key to a length returned by {@link #length()} before. */
  public KeyWriter truncate(int newLength) {
    if (newLength > length) {
      throw new IllegalArgumentException("truncate to " + newLength + " of " + length);
    }
    length = newLength;
    return this;
  }

  /** A copy of the bytes written so far; the caller owns it. */
  public byte[] toKey() {
    return Arrays.copyOf(buffer, length);
  }

  /** Appends bytes that are already encoded. */
  public KeyWriter raw(byte[] encoded) {
    reserve(encoded.length);
    System.arraycopy(encoded, 0, buffer, length, encoded.length);
    length += encoded.length;
    return this;
  }

  /**
   * Appends one column.
   *
   * @param value of the carrier class of the type's kind, coerced to the type (a DECIMAL at its
   *     scale), or null
   */
  public KeyWriter column(SqlType type, @Nullable Object value, boolean descending) {
    int start = length;
    if (value == null) {
      put(NULL);
    } else {
      put(VALUE);
      value(type, value);
    }
    if (descending) {
      for (int i = start; i < length; i++) {
        buffer[i] = (byte) ~buffer[i];
      }
    }
    return this;
  }

  /** Appends one ascending column. */
  public KeyWriter column(SqlType type, @Nullable Object value) {
    return column(type, value, false);
  }

  private void value(SqlType type, Object value) {
    switch (type.kind()) {
      case BOOLEAN -> put((byte) ((Boolean) value ? 1 : 0));
      case SMALLINT -> bigEndian(((Integer) value) ^ 0x8000L, 2);
      case INTEGER, DATE -> bigEndian(((Integer) value) ^ 0x8000_0000L, 4);
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ -> bigEndian(((Long) value) ^ Long.MIN_VALUE, 8);
      case DECIMAL -> decimal(((BigDecimal) value).setScale(type.scale()).unscaledValue());
      case NUMERIC -> number((BigDecimal) value);
      case REAL -> {
        int bits = Float.floatToIntBits((Float) value == 0f ? 0f : (Float) value);
        bigEndian(bits < 0 ? ~bits : bits ^ 0x8000_0000, 4);
      }
      case DOUBLE -> {
        long bits = Double.doubleToLongBits((Double) value == 0d ? 0d : (Double) value);
        bigEndian(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE, 8);
      }
      case CHAR, VARCHAR, TEXT, CLOB ->
          escaped(type.collation().key((String) value).getBytes(StandardCharsets.UTF_8));
      case VARBINARY, BLOB -> escaped((byte[]) value);
      case UUID -> {
        bigEndian(((UUID) value).getMostSignificantBits(), 8);
        bigEndian(((UUID) value).getLeastSignificantBits(), 8);
      }
      case INTERVAL -> {
        bigEndian(((Interval) value).spanDays() ^ Long.MIN_VALUE, 8);
        bigEndian(((Interval) value).spanRest(), INTERVAL_REST_BYTES);
      }
      case JSONB -> json((Jsonb) value);
      case ARRAY -> array(type.elementType(), (SqlArray) value);
    }
  }

  private void array(SqlType element, SqlArray array) {
    for (Object item : array.items()) {
      if (item == null) {
        put(ARRAY_NULL);
      } else {
        put(VALUE);
        value(element, item);
      }
    }
    put(ARRAY_END);
    put((byte) array.dimensions());
    for (int i = 0; i < array.dimensions(); i++) {
      bigEndian(array.length(i) ^ 0x8000_0000L, 4);
      bigEndian(array.lower(i) ^ 0x8000_0000L, 4);
    }
  }

  private void json(Jsonb value) {
    if (value.tree() instanceof List<?> items && items.isEmpty()) {
      put(JSON_NOTHING);
    } else {
      json(value.tree());
    }
  }

  private void json(Object node) {
    if (node instanceof String string) {
      put(JSON_STRING);
      escaped(string.getBytes(StandardCharsets.UTF_8));
    } else if (node instanceof BigDecimal number) {
      put(JSON_NUMBER);
      number(number);
    } else if (node instanceof List<?> items) {
      put(JSON_ARRAY);
      bigEndian(items.size(), 4);
      items.forEach(this::json);
    } else if (node instanceof Map<?, ?> fields) {
      put(JSON_OBJECT);
      bigEndian(fields.size(), 4);
      fields.forEach(
          (key, field) -> {
            escaped(((String) key).getBytes(StandardCharsets.UTF_8));
            json(field);
          });
    } else {
      put(node instanceof Boolean truth ? truth ? JSON_TRUE : JSON_FALSE : JSON_NULL);
    }
  }

  /** A number of any scale, by its value. */
  private void number(BigDecimal number) {
    put((byte) (number.signum() + 1));
    if (number.signum() == 0) {
      return;
    }
    int from = length;
    String digits = number.stripTrailingZeros().unscaledValue().abs().toString();
    bigEndian((number.precision() - number.scale()) ^ 0x8000_0000L, 4);
    for (int i = 0; i < digits.length(); i += 2) {
      int tens = digits.charAt(i) - '0';
      int ones = i + 1 < digits.length() ? digits.charAt(i + 1) - '0' : 0;
      put((byte) (10 * tens + ones + 1));
    }
    put((byte) 0);
    for (int i = from; number.signum() < 0 && i < length; i++) {
      buffer[i] = (byte) ~buffer[i];
    }
  }

  private void decimal(BigInteger unscaled) {
    byte[] magnitude = unscaled.abs().toByteArray();
    int from = magnitude[0] == 0 ? 1 : 0;
    int bytes = magnitude.length - from;
    int sign = unscaled.signum();
    put((byte) (0x80 + sign * bytes));
    reserve(bytes);
    for (int i = from; i < magnitude.length; i++) {
      buffer[length++] = sign < 0 ? (byte) ~magnitude[i] : magnitude[i];
    }
  }

  private void escaped(byte[] bytes) {
    reserve(2 * bytes.length + 2);
    for (byte b : bytes) {
      buffer[length++] = b;
      if (b == 0) {
        buffer[length++] = (byte) 0xFF;
      }
    }
    buffer[length++] = 0;
    buffer[length++] = 1;
  }

  private void bigEndian(long bits, int bytes) {
    reserve(bytes);
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
      buffer[length++] = (byte) (bits >>> shift);
    }
  }

  private void put(byte b) {
    reserve(1);
    buffer[length++] = b;
  }

  private void reserve(int more) {
    if (length + more > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(length + more, buffer.length * 2));
    }
  }
}

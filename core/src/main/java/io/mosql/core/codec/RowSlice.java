package io.mosql.core.codec;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A view of a row inside a larger array, such as a page, and of the field that was found last. The
 * head is parsed once for all fields. Reused for one row after the other; not thread-safe. {@link
 * RowFormat} describes the bytes.
 */
public final class RowSlice {
  private static final byte[] NOTHING = {};

  /** Maximum bytes of an unscaled value that always fits a long. */
  private static final int LONG_BYTES = 8;

  private byte[] bytes = NOTHING;

  /** The array that contains the field. */
  private byte[] field = NOTHING;

  private int ends;
  private int width;
  private int count;
  private int base;
  private int length;
  private int from;
  private int to;

  /**
   * Sets the view to a row.
   *
   * @param row array that contains the row
   * @throws io.mosql.core.error.MosqlException XX001 when the bytes are not a row
   */
  public RowSlice set(byte[] row, int start, int end) {
    if (end - start < RowFormat.HEADER || !RowFormat.isRow(row[start])) {
      throw CoreErrorMessage.UNKNOWN_ROW_FORMAT.error();
    }
    bytes = row;
    field = row;
    width = row[start] & 0x0F;
    count = (row[start + 1] & 0xFF) << 8 | (row[start + 2] & 0xFF);
    ends = start + RowFormat.HEADER;
    base = ends + count * width;
    length = end - base;
    if (length < 0 || width != 1 && width != 2 && width != 4) {
      throw CoreErrorMessage.ROW_SHORTER_THAN_FIELDS.error();
    }
    from = base;
    to = base;
    return this;
  }

  /** The same as {@link #set(byte[], int, int)}, for a row in an array of its own. */
  public RowSlice set(byte[] row) {
    return set(row, 0, row.length);
  }

  /**
   * Sets the current field to a separate value: the default of a missing one.
   *
   * @param value as encoded by {@link RowFormat#encodeField}
   */
  public void take(byte[] value) {
    field = value;
    from = 0;
    to = value.length;
  }

  /**
   * Finds a field.
   *
   * @return false when it is missing
   */
  public boolean find(int ordinal) {
    field = bytes;
    if (ordinal >= count) {
      from = base;
      to = base;
      return false;
    }
    from = ordinal == 0 ? base : base + end(ordinal - 1);
    to = base + end(ordinal);
    if (from > to) {
      throw CoreErrorMessage.ROW_FIELD_ENDS_EARLY.error();
    }
    return from < to;
  }

  private int end(int ordinal) {
    int at = ends + ordinal * width;
    int end =
        switch (width) {
          case 1 -> bytes[at] & 0xFF;
          case 2 -> (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
          default ->
              (bytes[at] & 0xFF) << 24
                  | (bytes[at + 1] & 0xFF) << 16
                  | (bytes[at + 2] & 0xFF) << 8
                  | (bytes[at + 3] & 0xFF);
        };
    if (end < 0 || end > length) {
      throw CoreErrorMessage.ROW_FIELD_ENDS_OUTSIDE.error();
    }
    return end;
  }

  /** Whether the current field is NULL. */
  public boolean isNull() {
    return to - from == 1 && field[from] == RowFormat.TAG_NULL;
  }

  /** Whether the current field contains an integer, a date or a time. */
  public boolean isInteger() {
    int size = to - from - 1;
    return size >= 1 && size <= LONG_BYTES && field[from] == RowFormat.TAG_INTEGER;
  }

  /** The integer, or the carrier of a date or time. */
  public long integer() {
    return RowFormat.integer(field, from + 1, to);
  }

  /**
   * Whether the current field contains a decimal of this scale with an unscaled value that fits a
   * long.
   */
  public boolean isDecimal(int scale) {
    int size = to - from - 2;
    return size >= 1
        && size <= LONG_BYTES
        && field[from] == RowFormat.TAG_DECIMAL
        && (field[from + 1] & 0xFF) == scale;
  }

  /** The unscaled value of the decimal. */
  public long unscaled() {
    return RowFormat.integer(field, from + 2, to);
  }

  /** Whether the current field contains a text that is stored in the row. */
  public boolean isText() {
    return to > from && field[from] == RowFormat.TAG_TEXT;
  }

  /**
   * Compares the text in the order of code points.
   *
   * @param utf8 the other text
   * @param padded whether trailing blanks of this text are ignored
   */
  public int compareText(byte[] utf8, boolean padded) {
    int end = to;
    while (padded && end > from + 1 && field[end - 1] == ' ') {
      end--;
    }
    return Arrays.compareUnsigned(field, from + 1, end, utf8, 0, utf8.length);
  }

  /**
   * The value of the current field.
   *
   * @return as {@link RowFormat#decode}
   * @throws io.mosql.core.error.MosqlException XX001 when the field is not of this type
   */
  public @Nullable Object decode(SqlType type) {
    return RowFormat.decodeField(field, from, to, type);
  }

  /** The decimal in the current field, of any size and scale. */
  public @Nullable BigDecimal decimal(SqlType type) {
    return (BigDecimal) decode(type);
  }
}

package io.mosql.core.codec;

import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row where it lies in a larger array, such as a page, and the field of it that was found last.
 * The head is looked at once for all fields. Set to one row after the other; not thread-safe.
 * {@link RowFormat} describes the bytes.
 */
public final class RowSlice {
  private static final byte[] NOTHING = {};

  /** Most bytes of an unscaled value that is surely a long. */
  private static final int LONG_BYTES = 8;

  private byte[] bytes = NOTHING;

  /** The array that the field lies in. */
  private byte[] field = NOTHING;

  private int ends;
  private int width;
  private int count;
  private int base;
  private int length;
  private int from;
  private int to;

  /**
   * Sets it to a row.
   *
   * @param row the array that the row lies in
   * @throws io.mosql.core.error.MosqlException XX001 when the bytes are no row
   */
  public RowSlice set(byte[] row, int start, int end) {
    if (end - start < RowFormat.HEADER || !RowFormat.isRow(row[start])) {
      throw RowFormat.damaged("unknown row format");
    }
    bytes = row;
    field = row;
    width = row[start] & 0x0F;
    count = (row[start + 1] & 0xFF) << 8 | (row[start + 2] & 0xFF);
    ends = start + RowFormat.HEADER;
    base = ends + count * width;
    length = end - base;
    if (length < 0 || width != 1 && width != 2 && width != 4) {
      throw RowFormat.damaged("a row is too short for its fields");
    }
    from = base;
    to = base;
    return this;
  }

  /** As {@link #set(byte[], int, int)}, of a row that has an array of its own. */
  public RowSlice set(byte[] row) {
    return set(row, 0, row.length);
  }

  /**
   * Takes a field that stands by itself for the one that was found: the value of one that is
   * missing.
   *
   * @param value as {@link RowFormat#encodeField} makes it
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
      throw RowFormat.damaged("a field ends before it begins");
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
      throw RowFormat.damaged("a field ends outside its row");
    }
    return end;
  }

  /** Whether the field that was found is NULL. */
  public boolean isNull() {
    return to - from == 1 && field[from] == RowFormat.TAG_NULL;
  }

  /** Whether the field that was found holds an integer, a date or a time. */
  public boolean isInteger() {
    int size = to - from - 1;
    return size >= 1 && size <= LONG_BYTES && field[from] == RowFormat.TAG_INTEGER;
  }

  /** The integer, or what counts a date or time. */
  public long integer() {
    return RowFormat.integer(field, from + 1, to);
  }

  /** Whether the field that was found holds a decimal of this scale whose digits fit a long. */
  public boolean isDecimal(int scale) {
    int size = to - from - 2;
    return size >= 1
        && size <= LONG_BYTES
        && field[from] == RowFormat.TAG_DECIMAL
        && (field[from + 1] & 0xFF) == scale;
  }

  /** The digits of the decimal, without its point. */
  public long unscaled() {
    return RowFormat.integer(field, from + 2, to);
  }

  /** Whether the field that was found holds a text that lies in the row. */
  public boolean isText() {
    return to > from && field[from] == RowFormat.TAG_TEXT;
  }

  /**
   * Compares the text in the order of code points.
   *
   * @param utf8 the other text
   * @param padded whether blanks at the end of this one do not count
   */
  public int compareText(byte[] utf8, boolean padded) {
    int end = to;
    while (padded && end > from + 1 && field[end - 1] == ' ') {
      end--;
    }
    return Arrays.compareUnsigned(field, from + 1, end, utf8, 0, utf8.length);
  }

  /**
   * The value of the field that was found.
   *
   * @return as {@link RowFormat#decode}
   * @throws io.mosql.core.error.MosqlException XX001 when the field is not of this type
   */
  public @Nullable Object decode(SqlType type) {
    return RowFormat.decodeField(field, from, to, type);
  }

  /** The decimal that was found, whatever its size and scale. */
  public @Nullable BigDecimal decimal(SqlType type) {
    return (BigDecimal) decode(type);
  }
}

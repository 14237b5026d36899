package io.mosql.core.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Rows inside larger arrays, such as pages, whose fields are read by columns: one field of many
 * rows in a loop. A field that these loops do not understand (a missing one, a wide row, damage) is
 * left to the caller, who reads it by a {@link RowSlice}. Reused; not thread-safe. {@link
 * RowFormat} describes the bytes.
 */
public final class RowBatch {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[][] bytes;
  private int[] starts;
  private int[] ends;
  private int size;

  /** Reads the fields that the loops leave. */
  @FunctionalInterface
  public interface OtherField {
    /**
     * Reads the field of a row.
     *
     * @param at number of the row
     */
    void read(int at);
  }

  /**
   * Creates an empty batch.
   *
   * @param capacity maximum number of rows
   */
  public RowBatch(int capacity) {
    bytes = new byte[capacity][];
    starts = new int[capacity];
    ends = new int[capacity];
  }

  /**
   * Adds a row; there must be room.
   *
   * @param row array that contains the row; kept, and not to be changed
   */
  public void add(byte[] row, int start, int end) {
    int at = size++;
    bytes[at] = row;
    starts[at] = start;
    ends[at] = end;
  }

  /** Number of rows. */
  public int size() {
    return size;
  }

  /** Number of rows that can be added. */
  public int room() {
    return starts.length - size;
  }

  /** Removes all rows, and makes room for at least this many. */
  public void clear(int capacity) {
    if (capacity > starts.length) {
      bytes = new byte[capacity][];
      starts = new int[capacity];
      ends = new int[capacity];
    } else {
      Arrays.fill(bytes, 0, size, null);
    }
    size = 0;
  }

  /** Sets a slice to a row. */
  public RowSlice slice(int at, RowSlice slice) {
    return slice.set(bytes[at], starts[at], ends[at]);
  }

  /**
   * Reads integers, dates and times.
   *
   * @param rows numbers of the rows to read, the first {@code count} of the array
   * @param values receives the values, by the number of the row
   * @param nulls set for rows with NULL
   * @param others reads the fields of other rows
   * @return whether a field was NULL
   */
  public boolean integers(
      int ordinal, int[] rows, int count, long[] values, boolean[] nulls, OtherField others) {
    boolean anyNull = false;
    for (int k = 0; k < count; k++) {
      int at = rows[k];
      byte[] b = bytes[at];
      long span = span(b, starts[at], ends[at], ordinal);
      int from = (int) (span >>> 32);
      int length = (int) span - 1;
      if (length >= 1 && length <= Long.BYTES && b[from] == RowFormat.TAG_INTEGER) {
        values[at] = integer(b, from + 1, length);
      } else if (length == 0 && b[from] == RowFormat.TAG_NULL) {
        nulls[at] = true;
        anyNull = true;
      } else {
        others.read(at);
      }
    }
    return anyNull;
  }

  /**
   * Reads decimals as their unscaled values, as {@link #integers}; those of another scale or beyond
   * 64 bits are others.
   */
  public boolean decimals(
      int ordinal,
      int scale,
      int[] rows,
      int count,
      long[] values,
      boolean[] nulls,
      OtherField others) {
    boolean anyNull = false;
    for (int k = 0; k < count; k++) {
      int at = rows[k];
      byte[] b = bytes[at];
      long span = span(b, starts[at], ends[at], ordinal);
      int from = (int) (span >>> 32);
      int length = (int) span - 2;
      if (length >= 1
          && length <= Long.BYTES
          && b[from] == RowFormat.TAG_DECIMAL
          && (b[from + 1] & 0xFF) == scale) {
        values[at] = integer(b, from + 2, length);
      } else if (length == -1 && b[from] == RowFormat.TAG_NULL) {
        nulls[at] = true;
        anyNull = true;
      } else {
        others.read(at);
      }
    }
    return anyNull;
  }

  /** Reads DOUBLEs, as {@link #integers}. */
  public boolean doubles(
      int ordinal, int[] rows, int count, double[] values, boolean[] nulls, OtherField others) {
    boolean anyNull = false;
    for (int k = 0; k < count; k++) {
      int at = rows[k];
      byte[] b = bytes[at];
      long span = span(b, starts[at], ends[at], ordinal);
      int from = (int) (span >>> 32);
      int length = (int) span - 1;
      if (length == Long.BYTES && b[from] == RowFormat.TAG_DOUBLE) {
        values[at] = Double.longBitsToDouble((long) LONG.get(b, from + 1));
      } else if (length == 0 && b[from] == RowFormat.TAG_NULL) {
        nulls[at] = true;
        anyNull = true;
      } else {
        others.read(at);
      }
    }
    return anyNull;
  }

  /**
   * Finds texts that are stored in their rows, as {@link #integers}; nothing is copied.
   *
   * @param data receives the arrays that contain the texts
   * @param from receives the offset of the first byte of each text, as UTF-8
   * @param to receives the offset after its last byte
   */
  public boolean texts(
      int ordinal,
      int[] rows,
      int count,
      byte[][] data,
      int[] from,
      int[] to,
      boolean[] nulls,
      OtherField others) {
    boolean anyNull = false;
    for (int k = 0; k < count; k++) {
      int at = rows[k];
      byte[] b = bytes[at];
      long span = span(b, starts[at], ends[at], ordinal);
      int first = (int) (span >>> 32);
      int length = (int) span - 1;
      if (length >= 0 && b[first] == RowFormat.TAG_TEXT) {
        data[at] = b;
        from[at] = first + 1;
        to[at] = first + 1 + length;
      } else if (length == 0 && b[first] == RowFormat.TAG_NULL) {
        nulls[at] = true;
        anyNull = true;
      } else {
        others.read(at);
      }
    }
    return anyNull;
  }

  /**
   * The field of a row: its offset in the high half, its length in the low half; a length of -1
   * when the loops do not understand the row, or the field is missing.
   */
  private static long span(byte[] b, int start, int end, int ordinal) {
    if (end - start < RowFormat.HEADER || !RowFormat.isRow(b[start])) {
      return 0xFFFFFFFFL;
    }
    int width = b[start] & 0x0F;
    int count = (b[start + 1] & 0xFF) << 8 | (b[start + 2] & 0xFF);
    int ends = start + RowFormat.HEADER;
    int base = ends + count * width;
    if (ordinal >= count || base > end) {
      return 0xFFFFFFFFL;
    }
    int from;
    int to;
    if (width == 1) {
      to = b[ends + ordinal] & 0xFF;
      from = ordinal == 0 ? 0 : b[ends + ordinal - 1] & 0xFF;
    } else if (width == 2) {
      int at = ends + 2 * ordinal;
      to = (b[at] & 0xFF) << 8 | (b[at + 1] & 0xFF);
      from = ordinal == 0 ? 0 : (b[at - 2] & 0xFF) << 8 | (b[at - 1] & 0xFF);
    } else {
      return 0xFFFFFFFFL;
    }
    if (from >= to || to > end - base) {
      return 0xFFFFFFFFL;
    }
    return (long) (base + from) << 32 | (to - from);
  }

  /** The integer of 1 to 8 bytes; a row's head precedes it, so that 8 bytes end where it ends. */
  private static long integer(byte[] b, int from, int length) {
    int at = from + length - Long.BYTES;
    if (at < 0) {
      return RowFormat.integer(b, from, from + length);
    }
    int unused = Long.SIZE - Byte.SIZE * length;
    return (long) LONG.get(b, at) << unused >> unused;
  }
}

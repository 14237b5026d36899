package io.mosql.core.codec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One column of all rows of a page, in arrays as narrow as its values. Immutable. */
sealed interface DecodedColumn {
  /** Fixed overhead of a column: its record, and the headers of its arrays. */
  int OVERHEAD = 80;

  /** Which rows are NULL; null when none is. */
  boolean @Nullable [] nulls();

  /** Which rows have a field that has no place in the array; null when none has. */
  boolean @Nullable [] others();

  /** Bytes of the values. */
  int valueBytes();

  /** Bytes of heap. */
  default int heapBytes() {
    boolean[] nulls = nulls();
    boolean[] others = others();
    return OVERHEAD
        + valueBytes()
        + (nulls == null ? 0 : nulls.length)
        + (others == null ? 0 : others.length);
  }

  /**
   * Integers, dates and times, or unscaled decimals.
   *
   * @param values an array of byte, short, int or long
   * @param scale of decimals; -1 for others
   */
  record Integers(Object values, int scale, boolean @Nullable [] nulls, boolean @Nullable [] others)
      implements DecodedColumn {
    /** The column of these values, narrowed. */
    static Integers of(
        long[] values, int scale, boolean @Nullable [] nulls, boolean @Nullable [] others) {
      long bits = 0;
      for (long value : values) {
        bits |= value ^ (value >> Long.SIZE - 1);
      }
      return new Integers(narrowed(values, bits), scale, nulls, others);
    }

    /** The values, in the narrowest array for non-negative values with these bits. */
    private static Object narrowed(long[] values, long bits) {
      if (bits <= Byte.MAX_VALUE) {
        byte[] narrow = new byte[values.length];
        for (int i = 0; i < narrow.length; i++) {
          narrow[i] = (byte) values[i];
        }
        return narrow;
      }
      if (bits <= Short.MAX_VALUE) {
        short[] narrow = new short[values.length];
        for (int i = 0; i < narrow.length; i++) {
          narrow[i] = (short) values[i];
        }
        return narrow;
      }
      if (bits <= Integer.MAX_VALUE) {
        int[] narrow = new int[values.length];
        for (int i = 0; i < narrow.length; i++) {
          narrow[i] = (int) values[i];
        }
        return narrow;
      }
      return values;
    }

    @Override
    public int valueBytes() {
      return values instanceof byte[] b
          ? b.length
          : values instanceof short[] s
              ? Short.BYTES * s.length
              : values instanceof int[] n ? Integer.BYTES * n.length : Long.BYTES * longs().length;
    }

    private long[] longs() {
      return (long[]) values;
    }

    /** Copies some values to {@code to}, from its index {@code at} on. */
    void copy(int from, int count, long[] to, int at) {
      if (values instanceof byte[] narrow) {
        for (int i = 0; i < count; i++) {
          to[at + i] = narrow[from + i];
        }
      } else if (values instanceof short[] narrow) {
        for (int i = 0; i < count; i++) {
          to[at + i] = narrow[from + i];
        }
      } else if (values instanceof int[] narrow) {
        for (int i = 0; i < count; i++) {
          to[at + i] = narrow[from + i];
        }
      } else {
        System.arraycopy(longs(), from, to, at, count);
      }
    }
  }

  /** DOUBLEs. */
  record Doubles(double[] values, boolean @Nullable [] nulls, boolean @Nullable [] others)
      implements DecodedColumn {
    @Override
    public int valueBytes() {
      return Double.BYTES * values.length;
    }
  }

  /**
   * Places of texts in the arrays that contain the rows.
   *
   * @param starts offsets of their first bytes
   * @param lengths in bytes
   */
  record Texts(
      char[] starts, char[] lengths, boolean @Nullable [] nulls, boolean @Nullable [] others)
      implements DecodedColumn {
    @Override
    public int valueBytes() {
      return 2 * Character.BYTES * starts.length;
    }
  }

  /**
   * Texts of which a page has few different ones.
   *
   * @param numbers which of the texts each row has
   * @param texts copies of the different ones, so that reading them reads no page
   */
  record FewTexts(
      byte[] numbers, byte[][] texts, boolean @Nullable [] nulls, boolean @Nullable [] others)
      implements DecodedColumn {
    /** Most different texts of a page. */
    static final int MOST = 16;

    /** Least number of rows for each different text. */
    private static final int ROWS_OF_TEXT = 4;

    private static final int TEXT_BYTES = 24;
    private static final byte[] NOTHING = {};

    /**
     * The column of some texts; null when there are too many different ones.
     *
     * @param data arrays that contain the texts; null where there is none
     */
    static @Nullable FewTexts of(
        byte[][] data,
        int[] starts,
        int[] ends,
        boolean @Nullable [] nulls,
        boolean @Nullable [] others) {
      byte[] numbers = new byte[data.length];
      byte[][] texts = new byte[MOST][];
      int known = 0;
      for (int i = 0; i < data.length; i++) {
        byte[] row = data[i] == null ? NOTHING : data[i];
        int number = 0;
        while (number < known
            && !Arrays.equals(texts[number], 0, texts[number].length, row, starts[i], ends[i])) {
          number++;
        }
        if (number == known) {
          if (known == MOST) {
            return null;
          }
          texts[known++] = Arrays.copyOfRange(row, starts[i], ends[i]);
        }
        numbers[i] = (byte) number;
      }
      return known * ROWS_OF_TEXT > data.length
          ? null
          : new FewTexts(numbers, Arrays.copyOf(texts, known), nulls, others);
    }

    @Override
    public int valueBytes() {
      int bytes = numbers.length;
      for (byte[] text : texts) {
        bytes += TEXT_BYTES + text.length;
      }
      return bytes;
    }
  }
}

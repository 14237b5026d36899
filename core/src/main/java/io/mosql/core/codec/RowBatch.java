package io.mosql.core.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows inside larger arrays, such as pages, whose fields are read by columns: one field of many
 * rows in a loop. A field that these loops do not understand (a missing one, a wide row, damage) is
 * left to the caller, who reads it by a {@link RowSlice}. A column of a whole {@link RowPage} may
 * be kept decoded by a {@link ColumnCache}. Reused; not thread-safe. {@link RowFormat} describes
 * the bytes.
 */
public final class RowBatch {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final ColumnCache cache;
  private byte[][] bytes;
  private int[] starts;
  private int[] ends;
  private int size;

  /** Rows that were added together: those of one page, or single ones. */
  private int parts;

  private @Nullable RowPage[] pages = new RowPage[8];

  /** The first row of each part in the batch, and in its page. */
  private int[] firsts = new int[8];

  private int[] entries = new int[8];

  /** Whether the places of a part's rows are known. */
  private boolean[] located = new boolean[8];

  /** All rows of a page, to decode a column. */
  private @Nullable RowBatch whole;

  private int[] numbers = {};

  /** Reads the fields that the loops leave. */
  @FunctionalInterface
  public interface OtherField {
    /**
     * Reads the field of a row.
     *
     * @param at number of the row
     * @return whether it is NULL
     */
    boolean read(int at);
  }

  /**
   * Creates an empty batch that decodes each column again.
   *
   * @param capacity maximum number of rows
   */
  public RowBatch(int capacity) {
    this(capacity, ColumnCache.NONE);
  }

  /**
   * Creates an empty batch.
   *
   * @param capacity maximum number of rows
   * @param cache keeps columns of pages
   */
  public RowBatch(int capacity, ColumnCache cache) {
    this.cache = cache;
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
    if (parts == 0 || pages[parts - 1] != null) {
      addPart(null, 0);
    }
    int at = size++;
    bytes[at] = row;
    starts[at] = start;
    ends[at] = end;
  }

  /**
   * Adds rows of a page; there must be room.
   *
   * @param from number of the first row in the page
   * @param to number after the last row
   */
  public void add(RowPage page, int from, int to) {
    int last = parts - 1;
    boolean continues =
        last >= 0 && pages[last] == page && entries[last] + size - firsts[last] == from;
    if (!continues) {
      addPart(page, from);
    }
    size += to - from;
  }

  private void addPart(@Nullable RowPage page, int entry) {
    if (parts == pages.length) {
      pages = Arrays.copyOf(pages, 2 * parts);
      firsts = Arrays.copyOf(firsts, 2 * parts);
      entries = Arrays.copyOf(entries, 2 * parts);
      located = Arrays.copyOf(located, 2 * parts);
    }
    pages[parts] = page;
    firsts[parts] = size;
    entries[parts] = entry;
    located[parts] = page == null;
    parts++;
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
    Arrays.fill(pages, 0, parts, null);
    size = 0;
    parts = 0;
  }

  /** Sets a slice to a row. */
  public RowSlice slice(int at, RowSlice slice) {
    int found = Arrays.binarySearch(firsts, 0, parts, at);
    locate(found >= 0 ? found : -found - 2);
    return slice.set(bytes[at], starts[at], ends[at]);
  }

  private int end(int part) {
    return part + 1 < parts ? firsts[part + 1] : size;
  }

  private void locate(int part) {
    RowPage page = pages[part];
    if (!located[part] && page != null) {
      int first = firsts[part];
      int entry = entries[part];
      page.locate(entry, entry + end(part) - first, first, bytes, starts, ends);
      located[part] = true;
    }
  }

  /**
   * Reads integers, dates and times.
   *
   * @param rows numbers of the rows to read in ascending order, the first {@code count} of the
   *     array
   * @param values receives the values, by the number of the row; those of other rows are undefined
   * @param others reads the fields of other rows
   * @return which rows are NULL, undefined for other rows; null when none is
   */
  public boolean @Nullable [] integers(
      int ordinal, int[] rows, int count, long[] values, OtherField others) {
    return read(new IntegerReader(values, -1), ordinal, rows, count, others);
  }

  /**
   * Reads decimals as their unscaled values, as {@link #integers}; those of another scale or beyond
   * 64 bits are others.
   */
  public boolean @Nullable [] decimals(
      int ordinal, int scale, int[] rows, int count, long[] values, OtherField others) {
    return read(new IntegerReader(values, scale), ordinal, rows, count, others);
  }

  /** Reads DOUBLEs, as {@link #integers}. */
  public boolean @Nullable [] doubles(
      int ordinal, int[] rows, int count, double[] values, OtherField others) {
    return read(new DoubleReader(values), ordinal, rows, count, others);
  }

  /**
   * Finds texts that are stored in their rows, as {@link #integers}; nothing is copied.
   *
   * @param data receives the arrays that contain the texts
   * @param from receives the offset of the first byte of each text, as UTF-8
   * @param to receives the offset after its last byte
   */
  public boolean @Nullable [] texts(
      int ordinal, int[] rows, int count, byte[][] data, int[] from, int[] to, OtherField others) {
    return read(new TextReader(data, from, to), ordinal, rows, count, others);
  }

  private boolean @Nullable [] read(
      Reader reader, int ordinal, int[] rows, int count, OtherField others) {
    int done = 0;
    for (int part = 0; part < parts && done < count; part++) {
      int end = end(part);
      int from = done;
      if (count == size) {
        done = end;
      } else {
        while (done < count && rows[done] < end) {
          done++;
        }
      }
      if (done > from) {
        DecodedColumn column = column(reader, part, ordinal, done - from);
        if (column == null) {
          locate(part);
          reader.decode(this, ordinal, rows, from, done, others);
        } else {
          copy(reader, column, part, end, rows, from, done, others);
        }
      }
    }
    return reader.nulls;
  }

  /** Copies the part of a column that belongs to a part of the batch. */
  private void copy(
      Reader reader,
      DecodedColumn column,
      int part,
      int end,
      int[] rows,
      int from,
      int done,
      OtherField others) {
    int first = firsts[part];
    int entry = entries[part];
    reader.copy(column, Objects.requireNonNull(pages[part]), entry, first, end - first);
    boolean[] nulls = column.nulls();
    if (nulls != null) {
      System.arraycopy(nulls, entry, reader.nulls(size), first, end - first);
    }
    boolean[] left = column.others();
    if (left != null) {
      for (int k = from; k < done; k++) {
        if (left[entry + rows[k] - first] && others.read(rows[k])) {
          reader.nulls(size)[rows[k]] = true;
        }
      }
    }
  }

  /** The decoded column of the page of a part, or null; decoded when that seems worthwhile. */
  private @Nullable DecodedColumn column(Reader reader, int part, int ordinal, int count) {
    RowPage page = pages[part];
    if (page == null || !cache.isEnabled()) {
      return null;
    }
    DecodedColumn known = page.columns().get(ordinal);
    if (known == null) {
      if (2 * count < page.size() || !page.columns().wasReadBefore(ordinal)) {
        return null;
      }
      known = decode(reader, page, ordinal);
      if (known != null) {
        cache.add(page.columns(), ordinal, known);
      }
    }
    return known != null && reader.reads(known) ? known : null;
  }

  private @Nullable DecodedColumn decode(Reader reader, RowPage page, int ordinal) {
    int rows = page.size();
    RowBatch all = whole;
    if (all == null) {
      all = new RowBatch(rows);
      whole = all;
    }
    all.clear(rows);
    all.add(page, 0, rows);
    all.locate(0);
    if (numbers.length < rows) {
      numbers = new int[rows];
      Arrays.setAll(numbers, row -> row);
    }
    return reader.decodeAll(all, ordinal, numbers);
  }

  /** Reads one column of one kind. */
  private abstract static class Reader {
    boolean @Nullable [] nulls;

    final boolean[] nulls(int size) {
      boolean[] known = nulls;
      if (known == null) {
        known = new boolean[size];
        nulls = known;
      }
      return known;
    }

    /** Decodes the fields of located rows. */
    abstract void decode(
        RowBatch batch, int ordinal, int[] rows, int from, int to, OtherField others);

    /** Decodes the fields of all rows of a batch; null when that has no place in a column. */
    abstract @Nullable DecodedColumn decodeAll(RowBatch batch, int ordinal, int[] rows);

    /** Whether a column is of this kind. */
    abstract boolean reads(DecodedColumn column);

    /** Copies values of a column. */
    abstract void copy(DecodedColumn column, RowPage page, int entry, int at, int count);

    /** Notes rows whose fields are others. */
    static final class Left implements OtherField {
      private final int size;
      boolean @Nullable [] rows;

      Left(int size) {
        this.size = size;
      }

      @Override
      public boolean read(int at) {
        boolean[] known = rows;
        if (known == null) {
          known = new boolean[size];
          rows = known;
        }
        known[at] = true;
        return false;
      }
    }
  }

  /** Integers, or decimals of one scale. */
  private static final class IntegerReader extends Reader {
    private final long[] values;
    private final int scale;

    IntegerReader(long[] values, int scale) {
      this.values = values;
      this.scale = scale;
    }

    @Override
    void decode(RowBatch batch, int ordinal, int[] rows, int from, int to, OtherField others) {
      if (scale < 0) {
        integers(batch, ordinal, rows, from, to, others);
      } else {
        decimals(batch, ordinal, rows, from, to, others);
      }
    }

    private void integers(
        RowBatch batch, int ordinal, int[] rows, int from, int to, OtherField others) {
      for (int k = from; k < to; k++) {
        int at = rows[k];
        byte[] b = batch.bytes[at];
        long span = span(b, batch.starts[at], batch.ends[at], ordinal);
        int first = (int) (span >>> 32);
        int length = (int) span - 1;
        if (length >= 1 && length <= Long.BYTES && b[first] == RowFormat.TAG_INTEGER) {
          values[at] = integer(b, first + 1, length);
        } else if (length == 0 && b[first] == RowFormat.TAG_NULL || others.read(at)) {
          nulls(batch.size)[at] = true;
        }
      }
    }

    private void decimals(
        RowBatch batch, int ordinal, int[] rows, int from, int to, OtherField others) {
      for (int k = from; k < to; k++) {
        int at = rows[k];
        byte[] b = batch.bytes[at];
        long span = span(b, batch.starts[at], batch.ends[at], ordinal);
        int first = (int) (span >>> 32);
        int length = (int) span - 2;
        if (length >= 1
            && length <= Long.BYTES
            && b[first] == RowFormat.TAG_DECIMAL
            && (b[first + 1] & 0xFF) == scale) {
          values[at] = integer(b, first + 2, length);
        } else if (length == -1 && b[first] == RowFormat.TAG_NULL || others.read(at)) {
          nulls(batch.size)[at] = true;
        }
      }
    }

    @Override
    DecodedColumn decodeAll(RowBatch batch, int ordinal, int[] rows) {
      IntegerReader all = new IntegerReader(new long[batch.size], scale);
      Left left = new Left(batch.size);
      all.decode(batch, ordinal, rows, 0, batch.size, left);
      return DecodedColumn.Integers.of(all.values, scale, all.nulls, left.rows);
    }

    @Override
    boolean reads(DecodedColumn column) {
      return column instanceof DecodedColumn.Integers integers && integers.scale() == scale;
    }

    @Override
    void copy(DecodedColumn column, RowPage page, int entry, int at, int count) {
      ((DecodedColumn.Integers) column).copy(entry, count, values, at);
    }
  }

  /** DOUBLEs. */
  private static final class DoubleReader extends Reader {
    private final double[] values;

    DoubleReader(double[] values) {
      this.values = values;
    }

    @Override
    void decode(RowBatch batch, int ordinal, int[] rows, int from, int to, OtherField others) {
      for (int k = from; k < to; k++) {
        int at = rows[k];
        byte[] b = batch.bytes[at];
        long span = span(b, batch.starts[at], batch.ends[at], ordinal);
        int first = (int) (span >>> 32);
        int length = (int) span - 1;
        if (length == Long.BYTES && b[first] == RowFormat.TAG_DOUBLE) {
          values[at] = Double.longBitsToDouble((long) LONG.get(b, first + 1));
        } else if (length == 0 && b[first] == RowFormat.TAG_NULL || others.read(at)) {
          nulls(batch.size)[at] = true;
        }
      }
    }

    @Override
    DecodedColumn decodeAll(RowBatch batch, int ordinal, int[] rows) {
      DoubleReader all = new DoubleReader(new double[batch.size]);
      Left left = new Left(batch.size);
      all.decode(batch, ordinal, rows, 0, batch.size, left);
      return new DecodedColumn.Doubles(all.values, all.nulls, left.rows);
    }

    @Override
    boolean reads(DecodedColumn column) {
      return column instanceof DecodedColumn.Doubles;
    }

    @Override
    void copy(DecodedColumn column, RowPage page, int entry, int at, int count) {
      System.arraycopy(((DecodedColumn.Doubles) column).values(), entry, values, at, count);
    }
  }

  /** Texts in place. */
  private static final class TextReader extends Reader {
    private final byte[][] data;
    private final int[] starts;
    private final int[] ends;

    TextReader(byte[][] data, int[] starts, int[] ends) {
      this.data = data;
      this.starts = starts;
      this.ends = ends;
    }

    @Override
    void decode(RowBatch batch, int ordinal, int[] rows, int from, int to, OtherField others) {
      for (int k = from; k < to; k++) {
        int at = rows[k];
        byte[] b = batch.bytes[at];
        long span = span(b, batch.starts[at], batch.ends[at], ordinal);
        int first = (int) (span >>> 32);
        int length = (int) span - 1;
        if (length >= 0 && b[first] == RowFormat.TAG_TEXT) {
          data[at] = b;
          starts[at] = first + 1;
          ends[at] = first + 1 + length;
        } else if (length == 0 && b[first] == RowFormat.TAG_NULL || others.read(at)) {
          nulls(batch.size)[at] = true;
        }
      }
    }

    @Override
    @Nullable DecodedColumn decodeAll(RowBatch batch, int ordinal, int[] rows) {
      int size = batch.size;
      TextReader all = new TextReader(new byte[size][], new int[size], new int[size]);
      Left left = new Left(size);
      all.decode(batch, ordinal, rows, 0, size, left);
      DecodedColumn few =
          DecodedColumn.FewTexts.of(all.data, all.starts, all.ends, all.nulls, left.rows);
      if (few != null) {
        return few;
      }
      char[] places = new char[size];
      char[] lengths = new char[size];
      for (int i = 0; i < size; i++) {
        if (all.ends[i] > Character.MAX_VALUE) {
          return null;
        }
        places[i] = (char) all.starts[i];
        lengths[i] = (char) (all.ends[i] - all.starts[i]);
      }
      return new DecodedColumn.Texts(places, lengths, all.nulls, left.rows);
    }

    @Override
    boolean reads(DecodedColumn column) {
      return column instanceof DecodedColumn.Texts || column instanceof DecodedColumn.FewTexts;
    }

    @Override
    void copy(DecodedColumn column, RowPage page, int entry, int at, int count) {
      if (column instanceof DecodedColumn.FewTexts few) {
        for (int i = 0; i < count; i++) {
          byte[] text = few.texts()[few.numbers()[entry + i]];
          data[at + i] = text;
          starts[at + i] = 0;
          ends[at + i] = text.length;
        }
        return;
      }
      DecodedColumn.Texts texts = (DecodedColumn.Texts) column;
      for (int i = 0; i < count; i++) {
        int start = texts.starts()[entry + i];
        data[at + i] = page.bytes(entry + i);
        starts[at + i] = start;
        ends[at + i] = start + texts.lengths()[entry + i];
      }
    }
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

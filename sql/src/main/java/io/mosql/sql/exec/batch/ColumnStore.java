package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are kept by columns, numbered in the order in which they were added: the build side of
 * a join. A column that no batch has read is not kept. Not thread-safe.
 */
final class ColumnStore {
  private static final int INITIAL = 64;

  /** Bytes of the first piece and of later pieces of memory for texts. */
  private static final int FIRST_PIECE = 1 << 10;

  private static final int PIECE = 64 << 10;

  private final @Nullable Column[] columns;
  private final SqlType[] types;
  private int size;
  private long textBytes;
  private long bytes;
  private byte[] piece = new byte[0];
  private int used;

  ColumnStore(SqlType[] types) {
    this.types = types;
    this.columns = new Column[types.length];
  }

  int size() {
    return size;
  }

  /** Estimated bytes of memory once this number of rows was added. */
  long bytesWith(int more) {
    long perRow = size == 0 ? 2L * Long.BYTES * columns.length : textBytes / size;
    for (Column column : columns) {
      perRow += column == null ? 0 : column.bytesPerRow();
    }
    return perRow * more + bytes;
  }

  /** Adds some rows of a batch. */
  void add(Batch batch, int[] rows, int count) {
    for (int i = 0; i < columns.length; i++) {
      Vector vector = batch.columnIfRead(i);
      if (vector != null) {
        Column column = columns[i] == null ? new Column(types[i], vector) : columns[i];
        columns[i] = column;
        column.add(vector, rows, count);
      }
    }
    size += count;
    bytes = textBytes;
    for (Column column : columns) {
      bytes += column == null ? 0 : column.bytesPerRow() * column.capacity;
    }
  }

  /** The values of a column in some rows of the store; null when it was not read. */
  @Nullable Vector gather(int field, int[] numbers, int[] rows, int count, int capacity) {
    Column column = columns[field];
    if (column == null) {
      return size == 0 ? Vector.constant(null, types[field], capacity) : null;
    }
    return column.gather(numbers, rows, count, capacity);
  }

  /** Some consecutive rows. */
  Batch batch(int from, int count) {
    int[] numbers = new int[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = from + i;
    }
    return new Batch(
        columns.length, count, (field, rows, n) -> gather(field, numbers, rows, n, count));
  }

  /** The form of all values of a column. */
  private enum Form {
    LONGS,
    DOUBLES,
    TEXTS,
    OBJECTS;

    static Form of(Vector vector) {
      return vector instanceof Vector.Longs
          ? LONGS
          : vector instanceof Vector.Doubles
              ? DOUBLES
              : vector instanceof Vector.Texts ? TEXTS : OBJECTS;
    }
  }

  /**
   * The values of one column: in the form of the first batch, as objects when a later one differs.
   */
  private final class Column {
    private final SqlType type;
    private Form form;
    private int capacity;
    private long[] longs = {};
    private double[] doubles = {};
    private byte[][] data = {};
    private int[] from = {};
    private int[] to = {};
    private @Nullable Object[] objects = {};
    private boolean @Nullable [] nulls;

    Column(SqlType type, Vector first) {
      this.type = type;
      this.form = Form.of(first);
      grow(INITIAL);
    }

    long bytesPerRow() {
      return switch (form) {
        case LONGS, DOUBLES -> Long.BYTES + 1;
        case TEXTS -> 4 * Integer.BYTES + 1;
        case OBJECTS -> 48;
      };
    }

    private void grow(int larger) {
      capacity = larger;
      switch (form) {
        case LONGS -> longs = Arrays.copyOf(longs, larger);
        case DOUBLES -> doubles = Arrays.copyOf(doubles, larger);
        case TEXTS -> {
          data = Arrays.copyOf(data, larger);
          from = Arrays.copyOf(from, larger);
          to = Arrays.copyOf(to, larger);
        }
        case OBJECTS -> objects = Arrays.copyOf(objects, larger);
      }
      nulls = nulls == null ? null : Arrays.copyOf(nulls, larger);
    }

    void add(Vector vector, int[] rows, int count) {
      boolean sameForm =
          form == Form.OBJECTS
              || form == Form.of(vector)
                  && !(vector instanceof Vector.Longs values && values.scale() != scale());
      if (!sameForm) {
        becomeObjects();
      }
      if (size + count > capacity) {
        grow(Math.max(size + count, 2 * capacity));
      }
      switch (form) {
        case LONGS -> {
          long[] values = ((Vector.Longs) vector).values();
          for (int k = 0; k < count; k++) {
            longs[size + k] = values[rows[k]];
          }
        }
        case DOUBLES -> {
          double[] values = ((Vector.Doubles) vector).values();
          for (int k = 0; k < count; k++) {
            doubles[size + k] = values[rows[k]];
          }
        }
        case TEXTS -> addTexts((Vector.Texts) vector, rows, count);
        case OBJECTS -> {
          for (int k = 0; k < count; k++) {
            Object value = vector.get(rows[k]);
            objects[size + k] = value;
            textBytes += value instanceof String text ? 2L * text.length() : 0;
          }
          return;
        }
      }
      boolean[] absent = vector.nulls();
      if (absent != null) {
        boolean[] known = nulls == null ? new boolean[capacity] : nulls;
        for (int k = 0; k < count; k++) {
          known[size + k] = absent[rows[k]];
        }
        nulls = known;
      }
    }

    private int scale() {
      return type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
    }

    private void addTexts(Vector.Texts texts, int[] rows, int count) {
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (texts.isNull(row)) {
          continue;
        }
        int length = texts.to()[row] - texts.from()[row];
        if (length > piece.length - used) {
          piece =
              new byte[Math.max(Math.min(PIECE, Math.max(FIRST_PIECE, 2 * piece.length)), length)];
          used = 0;
          textBytes += piece.length;
        }
        System.arraycopy(texts.data()[row], texts.from()[row], piece, used, length);
        data[size + k] = piece;
        from[size + k] = used;
        used += length;
        to[size + k] = used;
      }
    }

    /** The values so far, in their form. */
    private Vector vector() {
      return switch (form) {
        case LONGS -> new Vector.Longs(longs, nulls, carrier(), scale());
        case DOUBLES -> new Vector.Doubles(doubles, nulls);
        case TEXTS -> new Vector.Texts(data, from, to, nulls);
        case OBJECTS -> new Vector.Objects(objects);
      };
    }

    private Vector.Carrier carrier() {
      return java.util.Objects.requireNonNull(Vector.Carrier.of(type));
    }

    private void becomeObjects() {
      Vector before = vector();
      Object[] boxed = new Object[capacity];
      for (int i = 0; i < size; i++) {
        boxed[i] = before.get(i);
      }
      form = Form.OBJECTS;
      objects = boxed;
      longs = new long[0];
      doubles = new double[0];
      data = new byte[0][];
      from = new int[0];
      to = new int[0];
      nulls = null;
    }

    /**
     * The values of rows of the store, by the rows of a batch.
     *
     * @param numbers the row of the store for each row of the batch; negative for NULL
     */
    Vector gather(int[] numbers, int[] rows, int count, int batchCapacity) {
      return VectorGather.of(vector(), numbers, rows, count, batchCapacity);
    }
  }
}

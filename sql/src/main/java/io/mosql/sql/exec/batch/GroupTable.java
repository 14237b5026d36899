package io.mosql.sql.exec.batch;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from keys of several columns to numbers, given in the order of first appearance from
 * 0 on. Open addressing with linear probing; the keys are kept by columns. Two keys are equal when
 * SQL calls their values equal, NULL equal to NULL. Not thread-safe.
 */
final class GroupTable {
  private static final int INITIAL = 64;

  /** Result for a row whose key is new while no keys are added. */
  static final int NONE = -1;

  private final KeyColumn[] columns;
  private int[] slots = new int[2 * INITIAL];
  private int[] hashes = new int[INITIAL];
  private int size;
  private long textBytes;

  /** Whether keys of the type are supported: their bytes or numbers are equal when they are. */
  static boolean isSupported(SqlType type) {
    return type.isPlain()
        && switch (type.kind()) {
          case BOOLEAN, SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> true;
          case DECIMAL -> type.precision() <= 18;
          case CHAR, VARCHAR, TEXT -> true;
          default -> false;
        };
  }

  GroupTable(SqlType[] types) {
    columns = new KeyColumn[types.length];
    for (int i = 0; i < types.length; i++) {
      columns[i] = new KeyColumn(types[i]);
    }
    Arrays.fill(slots, NONE);
  }

  int size() {
    return size;
  }

  /** Estimated bytes of memory. */
  long bytes() {
    return bytesPerKey() * hashes.length + textBytes;
  }

  /** Estimated bytes of memory once this number of keys was added. */
  long bytesWith(int more) {
    int capacity = hashes.length;
    while (capacity < size + more) {
      capacity *= 2;
    }
    return bytesPerKey() * capacity + textBytes + (long) more * textsPerKey();
  }

  private long bytesPerKey() {
    long bytes = 3 * Integer.BYTES;
    for (KeyColumn column : columns) {
      bytes += column.text ? 24 : Long.BYTES + 1;
    }
    return bytes;
  }

  /** Estimated bytes of the texts of a key: the average so far. */
  private long textsPerKey() {
    return size == 0 ? 0 : textBytes / size + 1;
  }

  /** The keys in the form of the vectors of their types. */
  Vector column(int number, int from, int count) {
    return columns[number].vector(from, count);
  }

  /**
   * Finds the numbers of the keys of some rows.
   *
   * @param keys the columns of the keys
   * @param adds whether new keys get a number; else it is {@link #NONE}
   * @param numbers receives the numbers, by row
   */
  void find(Vector[] keys, int[] rows, int count, boolean adds, int[] numbers) {
    Vector[] normal = new Vector[keys.length];
    for (int i = 0; i < keys.length; i++) {
      normal[i] = columns[i].normalized(keys[i], rows, count);
    }
    int[] hashed = new int[count];
    for (Vector key : normal) {
      hash(key, rows, count, hashed);
    }
    Vector.Longs single =
        normal.length == 1 && normal[0] instanceof Vector.Longs longs && longs.nulls() == null
            ? longs
            : null;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      int hash = mixed(hashed[k]);
      int mask = slots.length - 1;
      int at = hash & mask;
      int found;
      while (true) {
        found = slots[at];
        if (found == NONE) {
          break;
        }
        if (hashes[found] == hash
            && (single != null
                ? columns[0].isLong(found, single.values()[row])
                : equal(normal, row, found))) {
          break;
        }
        at = (at + 1) & mask;
      }
      if (found == NONE && adds) {
        found = size;
        add(normal, row, hash, at);
      }
      numbers[row] = found;
    }
  }

  private static int mixed(int hash) {
    int mixed = hash * 0x9E3779B1;
    return mixed ^ mixed >>> 15;
  }

  private static void hash(Vector key, int[] rows, int count, int[] hashes) {
    if (key instanceof Vector.Longs longs) {
      long[] values = longs.values();
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        long value = longs.isNull(row) ? 0x5bd1e995L : values[row];
        hashes[k] = 31 * hashes[k] + (int) (value ^ value >>> 32);
      }
      return;
    }
    Vector.Texts texts = (Vector.Texts) key;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      int hash = 0;
      if (!texts.isNull(row)) {
        byte[] data = texts.data()[row];
        int to = texts.to()[row];
        hash = 1;
        for (int i = texts.from()[row]; i < to; i++) {
          hash = 31 * hash + data[i];
        }
      }
      hashes[k] = 31 * hashes[k] + hash;
    }
  }

  private boolean equal(Vector[] keys, int row, int number) {
    for (int i = 0; i < keys.length; i++) {
      if (!columns[i].equal(number, keys[i], row)) {
        return false;
      }
    }
    return true;
  }

  private void add(Vector[] keys, int row, int hash, int at) {
    if (size == hashes.length) {
      int larger = 2 * size;
      hashes = Arrays.copyOf(hashes, larger);
      for (KeyColumn column : columns) {
        column.grow(larger);
      }
    }
    for (int i = 0; i < keys.length; i++) {
      textBytes += columns[i].set(size, keys[i], row);
    }
    hashes[size] = hash;
    slots[at] = size++;
    if (2 * size > slots.length) {
      rehash();
    }
  }

  private void rehash() {
    int[] larger = new int[2 * slots.length];
    Arrays.fill(larger, NONE);
    int mask = larger.length - 1;
    for (int number = 0; number < size; number++) {
      int at = hashes[number] & mask;
      while (larger[at] != NONE) {
        at = (at + 1) & mask;
      }
      larger[at] = number;
    }
    slots = larger;
  }

  /** The values of one column of the keys. */
  private static final class KeyColumn {
    private final SqlType type;
    private final boolean text;
    private final Vector.@Nullable Carrier carrier;
    private long[] longs;
    private byte[][] texts;
    private boolean[] nulls = new boolean[INITIAL];
    private boolean anyNull;

    KeyColumn(SqlType type) {
      this.type = type;
      this.carrier = Vector.Carrier.of(type);
      this.text = carrier == null;
      this.longs = new long[text ? 0 : INITIAL];
      this.texts = new byte[text ? INITIAL : 0][];
    }

    private int scale() {
      return type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
    }

    void grow(int capacity) {
      nulls = Arrays.copyOf(nulls, capacity);
      if (text) {
        texts = Arrays.copyOf(texts, capacity);
      } else {
        longs = Arrays.copyOf(longs, capacity);
      }
    }

    /** The vector in the only form in which keys of the type are compared. */
    Vector normalized(Vector vector, int[] rows, int count) {
      if (text ? vector instanceof Vector.Texts : vector instanceof Vector.Longs) {
        return vector;
      }
      int capacity = rows[count - 1] + 1;
      if (!text) {
        Object[] values = new Object[capacity];
        for (int k = 0; k < count; k++) {
          values[rows[k]] = vector.get(rows[k]);
        }
        Vector longs = Vector.of(values, rows, count, type);
        if (longs instanceof Vector.Longs) {
          return longs;
        }
        throw new InvariantViolation("a value has the digits of its type, found " + type);
      }
      byte[][] data = new byte[capacity][];
      int[] to = new int[capacity];
      boolean[] absent = new boolean[capacity];
      for (int k = 0; k < count; k++) {
        Object value = vector.get(rows[k]);
        absent[rows[k]] = value == null;
        data[rows[k]] =
            value == null ? new byte[0] : ((String) value).getBytes(StandardCharsets.UTF_8);
        to[rows[k]] = data[rows[k]].length;
      }
      return new Vector.Texts(data, new int[capacity], to, absent);
    }

    boolean isLong(int number, long value) {
      return longs[number] == value && !nulls[number];
    }

    boolean equal(int number, Vector key, int row) {
      boolean absent = key.isNull(row);
      if (absent || nulls[number]) {
        return absent == nulls[number];
      }
      if (key instanceof Vector.Longs values) {
        return longs[number] == values.values()[row];
      }
      Vector.Texts values = (Vector.Texts) key;
      byte[] known = texts[number];
      return Arrays.equals(
          known, 0, known.length, values.data()[row], values.from()[row], values.to()[row]);
    }

    /** Sets a key; returns the bytes of its text. */
    int set(int number, Vector key, int row) {
      if (key.isNull(row)) {
        nulls[number] = true;
        anyNull = true;
      } else if (key instanceof Vector.Longs values) {
        longs[number] = values.values()[row];
      } else {
        Vector.Texts values = (Vector.Texts) key;
        texts[number] =
            Arrays.copyOfRange(values.data()[row], values.from()[row], values.to()[row]);
        return texts[number].length;
      }
      return 0;
    }

    Vector vector(int from, int count) {
      boolean[] absent = anyNull ? Arrays.copyOfRange(nulls, from, from + count) : null;
      if (carrier != null) {
        return new Vector.Longs(
            Arrays.copyOfRange(longs, from, from + count), absent, carrier, scale());
      }
      byte[][] data = Arrays.copyOfRange(texts, from, from + count);
      int[] to = new int[count];
      for (int i = 0; i < count; i++) {
        to[i] = data[i] == null ? 0 : data[i].length;
      }
      return new Vector.Texts(data, new int[count], to, absent);
    }
  }
}

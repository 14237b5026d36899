package io.mosql.sql.exec.batch;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.exec.spill.HashKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from keys of several columns to numbers, given in the order of first appearance from
 * 0 on. Open addressing with linear probing; the keys are kept by columns. Two keys are equal when
 * SQL calls their values equal, NULL equal to NULL; the first of equal values is kept. Several
 * threads may find keys at the same time while none is added.
 */
final class GroupTable {
  private static final int INITIAL = 64;

  /** Digits of a DECIMAL that always fit 64 bits. */
  private static final int LONG_DIGITS = 18;

  /** Result for a row whose key is new while no keys are added. */
  static final int NONE = -1;

  private final KeyColumn[] columns;
  private int[] slots = new int[2 * INITIAL];
  private int[] hashes = new int[INITIAL];
  private int size;
  private long textBytes;

  /** Whether keys of the type are compared as numbers of 64 bits, or as the bytes of texts. */
  static boolean isPrimitive(SqlType type) {
    return isLong(type) || isText(type);
  }

  /** Whether all values of the type have the form of 64 bits. */
  static boolean isLong(SqlType type) {
    return Vector.Carrier.of(type) != null
        && (type.kind() != TypeKind.DECIMAL || type.precision() <= LONG_DIGITS);
  }

  /** Whether values of the type are texts that are equal, and ordered, as their bytes. */
  static boolean isText(SqlType type) {
    return type.isPlain() && type.kind().isText();
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
      bytes += column.form == Form.LONGS ? Long.BYTES + 1 : column.form == Form.TEXTS ? 32 : 96;
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
    long[][] words = new long[keys.length][];
    for (int i = 0; i < keys.length; i++) {
      if (normal[i] instanceof Vector.Texts texts) {
        words[i] = words(texts, rows, count);
        hash(words[i], rows, count, hashed);
      } else {
        hash(normal[i], rows, count, hashed);
      }
    }
    Vector.Longs single =
        normal.length == 1 && normal[0] instanceof Vector.Longs longs && longs.nulls() == null
            ? longs
            : null;
    int before = NONE;
    int beforeHash = 0;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      int hash = mixed(hashed[k]);
      // rows in the order of the key are found without a search
      if (before != NONE
          && hash == beforeHash
          && (single != null
              ? columns[0].isLong(before, single.values()[row])
              : equal(normal, words, row, before))) {
        numbers[row] = before;
        continue;
      }
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
                : equal(normal, words, row, found))) {
          break;
        }
        at = (at + 1) & mask;
      }
      if (found == NONE && adds) {
        found = size;
        add(normal, words, keys, row, hash, at);
      }
      numbers[row] = found;
      before = found;
      beforeHash = hash;
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
    if (key instanceof Vector.Objects objects) {
      for (int k = 0; k < count; k++) {
        hashes[k] = 31 * hashes[k] + Objects.hashCode(objects.values()[rows[k]]);
      }
      return;
    }
    throw new InvariantViolation("texts are hashed by their words");
  }

  /** The words of texts, by row. */
  private static long[] words(Vector.Texts vector, int[] rows, int count) {
    long[] words = new long[count == 0 ? 0 : rows[count - 1] + 1];
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      words[row] =
          vector.isNull(row)
              ? TextWord.ABSENT
              : TextWord.of(vector.data()[row], vector.from()[row], vector.to()[row]);
    }
    return words;
  }

  private static void hash(long[] words, int[] rows, int count, int[] hashes) {
    for (int k = 0; k < count; k++) {
      hashes[k] = 31 * hashes[k] + (int) (words[rows[k]] * TextWord.MIX >>> 32);
    }
  }

  private boolean equal(Vector[] keys, long[][] words, int row, int number) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] instanceof Vector.Texts texts
          ? !columns[i].equalText(number, texts, words[i][row], row)
          : !columns[i].equal(number, keys[i], row)) {
        return false;
      }
    }
    return true;
  }

  private void add(Vector[] keys, long[][] words, Vector[] given, int row, int hash, int at) {
    if (size == hashes.length) {
      int larger = 2 * size;
      hashes = Arrays.copyOf(hashes, larger);
      for (KeyColumn column : columns) {
        column.grow(larger);
      }
    }
    for (int i = 0; i < keys.length; i++) {
      long word = keys[i] instanceof Vector.Texts ? words[i][row] : 0;
      textBytes += columns[i].set(size, keys[i], word, given[i], row);
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

  /** How the values of a column are compared. */
  private enum Form {
    LONGS,
    TEXTS,
    /** By the objects of {@link HashKey#canonical}. */
    OBJECTS
  }

  /** The values of one column of the keys. */
  private static final class KeyColumn {
    private final SqlType type;
    private final Form form;
    private long[] longs = {};
    private byte[][] texts = {};

    /** The {@link TextWord} of each text. */
    private long[] words = {};

    /** What is compared, and the first of the equal values. */
    private @Nullable Object[] canonical = {};

    private @Nullable Object[] originals = {};
    private boolean[] nulls = {};
    private boolean anyNull;

    KeyColumn(SqlType type) {
      this.type = type;
      this.form = GroupTable.isLong(type) ? Form.LONGS : isText(type) ? Form.TEXTS : Form.OBJECTS;
      grow(INITIAL);
    }

    private int scale() {
      return type.kind() == TypeKind.DECIMAL ? type.scale() : 0;
    }

    void grow(int capacity) {
      nulls = Arrays.copyOf(nulls, capacity);
      switch (form) {
        case LONGS -> longs = Arrays.copyOf(longs, capacity);
        case TEXTS -> {
          texts = Arrays.copyOf(texts, capacity);
          words = Arrays.copyOf(words, capacity);
        }
        case OBJECTS -> {
          canonical = Arrays.copyOf(canonical, capacity);
          originals = Arrays.copyOf(originals, capacity);
        }
      }
    }

    /** The vector in the only form in which keys of the type are compared. */
    Vector normalized(Vector vector, int[] rows, int count) {
      int capacity = count == 0 ? 0 : rows[count - 1] + 1;
      return switch (form) {
        case LONGS -> vector instanceof Vector.Longs ? vector : longs(vector, rows, count);
        case TEXTS -> vector instanceof Vector.Texts ? vector : texts(vector, rows, count);
        case OBJECTS -> {
          Object[] values = new Object[capacity];
          for (int k = 0; k < count; k++) {
            Object value = vector.get(rows[k]);
            values[rows[k]] =
                HashKey.canonical(
                    value instanceof String text ? type.collation().key(text) : value);
          }
          yield new Vector.Objects(values);
        }
      };
    }

    private Vector longs(Vector vector, int[] rows, int count) {
      Object[] values = new Object[rows[count - 1] + 1];
      for (int k = 0; k < count; k++) {
        values[rows[k]] = vector.get(rows[k]);
      }
      Vector longs = Vector.of(values, rows, count, type);
      if (longs instanceof Vector.Longs) {
        return longs;
      }
      throw new InvariantViolation("a value has the digits of its type, found " + type);
    }

    private static Vector texts(Vector vector, int[] rows, int count) {
      int capacity = rows[count - 1] + 1;
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

    boolean equalText(int number, Vector.Texts values, long word, int row) {
      return words[number] == word && (TextWord.isWhole(word) || hasText(number, values, row));
    }

    boolean equal(int number, Vector key, int row) {
      boolean absent = key.isNull(row);
      if (absent || nulls[number]) {
        return absent == nulls[number];
      }
      if (key instanceof Vector.Longs values) {
        return longs[number] == values.values()[row];
      }
      if (key instanceof Vector.Objects values) {
        return Objects.equals(canonical[number], values.values()[row]);
      }
      throw new InvariantViolation("texts are compared by their words");
    }

    private boolean hasText(int number, Vector.Texts values, int row) {
      byte[] known = texts[number];
      return Arrays.equals(
          known, 0, known.length, values.data()[row], values.from()[row], values.to()[row]);
    }

    /**
     * Sets a key; returns the bytes of its text.
     *
     * @param word of a text
     * @param given the vector before it was normalized
     */
    int set(int number, Vector key, long word, Vector given, int row) {
      if (key instanceof Vector.Texts) {
        words[number] = word;
      }
      if (key.isNull(row)) {
        nulls[number] = true;
        anyNull = true;
        return 0;
      }
      switch (form) {
        case LONGS -> longs[number] = ((Vector.Longs) key).values()[row];
        case TEXTS -> {
          Vector.Texts values = (Vector.Texts) key;
          texts[number] =
              Arrays.copyOfRange(values.data()[row], values.from()[row], values.to()[row]);
          return texts[number].length;
        }
        case OBJECTS -> {
          canonical[number] = key.get(row);
          originals[number] = given.get(row);
          return originals[number] instanceof String text ? 2 * text.length() : 0;
        }
      }
      return 0;
    }

    Vector vector(int from, int count) {
      boolean[] absent = anyNull ? Arrays.copyOfRange(nulls, from, from + count) : null;
      return switch (form) {
        case LONGS ->
            new Vector.Longs(
                Arrays.copyOfRange(longs, from, from + count),
                absent,
                Objects.requireNonNull(Vector.Carrier.of(type)),
                scale());
        case TEXTS -> {
          byte[][] data = Arrays.copyOfRange(texts, from, from + count);
          int[] to = new int[count];
          for (int i = 0; i < count; i++) {
            to[i] = data[i] == null ? 0 : data[i].length;
          }
          yield new Vector.Texts(data, new int[count], to, absent);
        }
        case OBJECTS ->
            Vector.of(Arrays.copyOfRange(originals, from, from + count), Batch.all(), count, type);
      };
    }
  }
}

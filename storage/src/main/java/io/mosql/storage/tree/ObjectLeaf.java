package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import io.mosql.core.codec.RowBatch;
import io.mosql.core.codec.RowPage;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A leaf as arrays of objects: the form that edits create.
 *
 * <p>Changing a value copies only the array of values; the keys stay shared with the older version.
 * Arrays may be longer than the leaf; slots past {@code size} are null.
 */
final class ObjectLeaf extends Leaf {
  private static final byte[][] NOTHING = {};

  /** Without an editor, and so never changed. */
  static final ObjectLeaf EMPTY = new ObjectLeaf(EditToken.NONE, NOTHING, NOTHING, 0, 0);

  /** Heap of the leaf object and its two arrays. */
  private static final int NODE_BYTES = 48 + 2 * 16;

  /** Heap of the headers of a key and a value, with average alignment. */
  private static final int ENTRY_BYTES = 2 * (16 + 4);

  private static final int REFERENCE_BYTES = 4;

  private byte[][] keys;
  private byte[][] values;
  private int size;
  private int cellBytes;
  private boolean keysShared;
  private int lastInsert = -1;

  /** Made by the first batch of rows; two threads may make one each. */
  private @Nullable Rows rows;

  private ObjectLeaf(EditToken owner, byte[][] keys, byte[][] values, int size, int cellBytes) {
    super(owner);
    this.keys = keys;
    this.values = values;
    this.size = size;
    this.cellBytes = cellBytes;
    assert size >= 0 && size <= keys.length && size <= values.length
        : "a leaf has a key and a value for each entry";
    assert isAscending() : "the keys of a leaf ascend";
  }

  private boolean isAscending() {
    for (int i = 1; i < size; i++) {
      if (Keys.compare(keys[i - 1], keys[i]) >= 0) {
        return false;
      }
    }
    return true;
  }

  static ObjectLeaf of(EditToken owner, byte[] key, byte[] value) {
    int cellBytes = PageCodec.cellBytes(key, value);
    return new ObjectLeaf(owner, new byte[][] {key}, new byte[][] {value}, 1, cellBytes).hinted(0);
  }

  private void checkUnread() {
    assert rows == null : "a leaf that is read in batches is not changed";
  }

  /** A leaf over arrays that are not shared. */
  static ObjectLeaf of(EditToken owner, byte[][] keys, byte[][] values, int size, int cellBytes) {
    return new ObjectLeaf(owner, keys, values, size, cellBytes);
  }

  @Override
  int size() {
    return size;
  }

  @Override
  int cellBytes() {
    return cellBytes;
  }

  @Override
  int packedBytes() {
    int prefix = size < 2 ? 0 : sharedPrefix(keys[0], keys[size - 1]);
    return PageCodec.leafBytes(size, cellBytes, prefix);
  }

  @Override
  public int heapBytes() {
    return NODE_BYTES
        + (keys.length + values.length) * REFERENCE_BYTES
        + size * ENTRY_BYTES
        + cellBytes;
  }

  @Override
  int lastInsert() {
    return lastInsert;
  }

  @Override
  byte[] key(int at) {
    return keys[at];
  }

  @Override
  byte[] value(int at) {
    return values[at];
  }

  @Override
  byte[] valueBytes(int at) {
    return values[at];
  }

  @Override
  int valueStart(int at) {
    return 0;
  }

  @Override
  int valueEnd(int at) {
    return values[at].length;
  }

  @Override
  void addValues(int from, int to, RowBatch batch) {
    Rows known = rows;
    if (known == null) {
      known = new Rows(values, size);
      rows = known;
    }
    batch.add(known, from, to);
  }

  /** The values; no editor changes them, since only published leaves are read in batches. */
  private static final class Rows extends RowPage {
    private final byte[][] values;
    private final int size;

    Rows(byte[][] values, int size) {
      this.values = values;
      this.size = size;
    }

    @Override
    protected int size() {
      return size;
    }

    @Override
    protected byte[] bytes(int at) {
      return values[at];
    }

    @Override
    protected void locate(int from, int to, int at, byte[][] bytes, int[] starts, int[] ends) {
      for (int entry = from; entry < to; entry++) {
        int number = at + entry - from;
        bytes[number] = values[entry];
        starts[number] = 0;
        ends[number] = values[entry].length;
      }
    }
  }

  @Override
  int find(byte[] key) {
    byte[][] keys = this.keys;
    int low = 0;
    int high = size - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = Keys.compare(keys[middle], key);
      if (order < 0) {
        low = middle + 1;
      } else if (order > 0) {
        high = middle - 1;
      } else {
        return middle;
      }
    }
    return -low - 1;
  }

  @Override
  void copyTo(byte[][] toKeys, byte[][] toValues, int to) {
    System.arraycopy(keys, 0, toKeys, to, size);
    System.arraycopy(values, 0, toValues, to, size);
  }

  @Override
  ObjectLeaf withValue(EditToken editor, int at, byte[] value) {
    int grown = cellBytes + value.length - values[at].length;
    if (isOwnedBy(editor)) {
      checkUnread();
      values[at] = value;
      cellBytes = grown;
      return this;
    }
    byte[][] copy = Arrays.copyOf(values, size);
    copy[at] = value;
    return sharingKeys(editor, copy, grown);
  }

  @Override
  ObjectLeaf own(EditToken editor) {
    return isOwnedBy(editor) ? this : sharingKeys(editor, Arrays.copyOf(values, size), cellBytes);
  }

  private ObjectLeaf sharingKeys(EditToken editor, byte[][] newValues, int newCellBytes) {
    ObjectLeaf leaf = new ObjectLeaf(editor, keys, newValues, size, newCellBytes);
    leaf.keysShared = true;
    return leaf.hinted(lastInsert);
  }

  @Override
  ObjectLeaf withInserted(EditToken editor, int at, byte[] key, byte[] value, int limit) {
    int grown = cellBytes + PageCodec.cellBytes(key, value);
    if (!isOwnedBy(editor)) {
      int capacity = Math.min(limit, size + 1 + (size >>> 3));
      byte[][] newKeys = new byte[capacity][];
      byte[][] newValues = new byte[capacity][];
      copyWithGap(keys, newKeys, size, at);
      copyWithGap(values, newValues, size, at);
      newKeys[at] = key;
      newValues[at] = value;
      return new ObjectLeaf(editor, newKeys, newValues, size + 1, grown).hinted(at);
    }
    checkUnread();
    if (keysShared || size == keys.length) {
      keys = Arrays.copyOf(keys, Math.max(keys.length, grown(limit)));
      keysShared = false;
    }
    if (size == values.length) {
      values = Arrays.copyOf(values, grown(limit));
    }
    System.arraycopy(keys, at, keys, at + 1, size - at);
    System.arraycopy(values, at, values, at + 1, size - at);
    keys[at] = key;
    values[at] = value;
    size++;
    cellBytes = grown;
    lastInsert = at;
    return this;
  }

  private int grown(int limit) {
    return Math.min(limit, size + 4 + (size >>> 1));
  }

  @Override
  ObjectLeaf without(EditToken editor, int at) {
    int rest = size - at - 1;
    int less = cellBytes - PageCodec.cellBytes(keys[at], values[at]);
    if (!isOwnedBy(editor)) {
      byte[][] newKeys = new byte[size - 1][];
      byte[][] newValues = new byte[size - 1][];
      System.arraycopy(keys, 0, newKeys, 0, at);
      System.arraycopy(keys, at + 1, newKeys, at, rest);
      System.arraycopy(values, 0, newValues, 0, at);
      System.arraycopy(values, at + 1, newValues, at, rest);
      return new ObjectLeaf(editor, newKeys, newValues, size - 1, less);
    }
    checkUnread();
    if (keysShared) {
      keys = Arrays.copyOf(keys, size);
      keysShared = false;
    }
    System.arraycopy(keys, at + 1, keys, at, rest);
    System.arraycopy(values, at + 1, values, at, rest);
    size--;
    cellBytes = less;
    Arrays.fill(keys, size, size + 1, null);
    Arrays.fill(values, size, size + 1, null);
    return this;
  }

  /** The same leaf, with the index of the last insertion. */
  ObjectLeaf hinted(int insertion) {
    lastInsert = insertion;
    return this;
  }

  /** A new leaf of the entries from {@code from} up to {@code to}. */
  ObjectLeaf slice(EditToken editor, int from, int to) {
    int cells = 0;
    for (int i = from; i < to; i++) {
      cells += PageCodec.cellBytes(keys[i], values[i]);
    }
    byte[][] newKeys = Arrays.copyOfRange(keys, from, to);
    byte[][] newValues = Arrays.copyOfRange(values, from, to);
    boolean inserted = lastInsert >= from && lastInsert < to;
    return of(editor, newKeys, newValues, to - from, cells)
        .hinted(inserted ? lastInsert - from : -1);
  }

  /**
   * The split position that makes the larger part as small as possible in bytes; there are at least
   * two entries.
   */
  int middle() {
    int left = 0;
    int cut = 1;
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < size - 1; i++) {
      left += PageCodec.cellBytes(keys[i], values[i]);
      int larger = Math.max(left, cellBytes - left);
      if (larger >= least) {
        break;
      }
      least = larger;
      cut = i + 1;
    }
    return cut;
  }
}

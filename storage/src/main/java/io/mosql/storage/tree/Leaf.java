package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import java.util.Arrays;

/**
 * A leaf: sorted keys beside their values.
 *
 * <p>Changing a value copies only the array of values; the keys stay shared with the older version.
 * Arrays may be longer than the leaf; slots past {@code size} are null.
 */
final class Leaf extends Node {
  private static final byte[][] NOTHING = {};

  /** Nobody's, and so never changed. */
  static final Leaf EMPTY = new Leaf(new Object(), NOTHING, NOTHING, 0, false);

  private byte[][] keys;
  private byte[][] values;
  private int size;
  private boolean keysShared;

  /** Where the last insertion went, or -1: a hint that tells ascending and descending runs. */
  private int lastInsert;

  private Leaf(Object owner, byte[][] keys, byte[][] values, int size, boolean keysShared) {
    super(owner);
    this.keys = keys;
    this.values = values;
    this.size = size;
    this.keysShared = keysShared;
    this.lastInsert = -1;
  }

  static Leaf of(Object owner, byte[] key, byte[] value) {
    Leaf leaf = new Leaf(owner, new byte[][] {key}, new byte[][] {value}, 1, false);
    leaf.lastInsert = 0;
    return leaf;
  }

  static Leaf concat(Object owner, Leaf left, Leaf right) {
    int size = left.size + right.size;
    byte[][] keys = Arrays.copyOf(left.keys, size);
    byte[][] values = Arrays.copyOf(left.values, size);
    System.arraycopy(right.keys, 0, keys, left.size, right.size);
    System.arraycopy(right.values, 0, values, left.size, right.size);
    return new Leaf(owner, keys, values, size, false);
  }

  @Override
  int size() {
    return size;
  }

  @Override
  long entries() {
    return size;
  }

  byte[] key(int at) {
    return keys[at];
  }

  byte[] value(int at) {
    return values[at];
  }

  /** The place of the key, or {@code -(insertion point) - 1}. */
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

  /** Whether an insertion there would follow directly on the last one, in ascending order. */
  boolean continuesAscending(int at) {
    return lastInsert >= 0 && lastInsert == at - 1;
  }

  /** Whether an insertion there would precede everything, as the last one did. */
  boolean continuesDescending(int at) {
    return at == 0 && lastInsert == 0;
  }

  Leaf withValue(Object editor, int at, byte[] value) {
    if (isOwnedBy(editor)) {
      values[at] = value;
      return this;
    }
    byte[][] copy = Arrays.copyOf(values, size);
    copy[at] = value;
    Leaf leaf = new Leaf(editor, keys, copy, size, true);
    leaf.lastInsert = lastInsert;
    return leaf;
  }

  /** The caller has made sure that there is room below {@code limit}. */
  Leaf withInserted(Object editor, int at, byte[] key, byte[] value, int limit) {
    if (!isOwnedBy(editor)) {
      int capacity = Math.min(limit, size + 1 + (size >>> 3));
      byte[][] newKeys = new byte[capacity][];
      byte[][] newValues = new byte[capacity][];
      copyWithGap(keys, newKeys, size, at);
      copyWithGap(values, newValues, size, at);
      newKeys[at] = key;
      newValues[at] = value;
      Leaf leaf = new Leaf(editor, newKeys, newValues, size + 1, false);
      leaf.lastInsert = at;
      return leaf;
    }
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
    lastInsert = at;
    return this;
  }

  private int grown(int limit) {
    return Math.min(limit, size + 4 + (size >>> 1));
  }

  Leaf without(Object editor, int at) {
    int rest = size - at - 1;
    if (!isOwnedBy(editor)) {
      byte[][] newKeys = new byte[size - 1][];
      byte[][] newValues = new byte[size - 1][];
      System.arraycopy(keys, 0, newKeys, 0, at);
      System.arraycopy(keys, at + 1, newKeys, at, rest);
      System.arraycopy(values, 0, newValues, 0, at);
      System.arraycopy(values, at + 1, newValues, at, rest);
      return new Leaf(editor, newKeys, newValues, size - 1, false);
    }
    if (keysShared) {
      keys = Arrays.copyOf(keys, size);
      keysShared = false;
    }
    System.arraycopy(keys, at + 1, keys, at, rest);
    System.arraycopy(values, at + 1, values, at, rest);
    size--;
    Arrays.fill(keys, size, size + 1, null);
    Arrays.fill(values, size, size + 1, null);
    return this;
  }

  /** A new leaf of the entries from {@code from} up to {@code to}. */
  Leaf slice(Object editor, int from, int to) {
    return new Leaf(
        editor,
        Arrays.copyOfRange(keys, from, to),
        Arrays.copyOfRange(values, from, to),
        to - from,
        false);
  }
}

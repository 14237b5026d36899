package io.mosql.storage.tree;

import io.mosql.core.codec.RowBatch;
import java.util.Arrays;

/**
 * A leaf: sorted keys with their values, as objects once changed, packed while clean. Both forms
 * have the same contents; every edit creates, or changes, the form of objects.
 */
abstract sealed class Leaf extends TreeNode permits ObjectLeaf, PackedLeaf {
  Leaf(EditToken owner) {
    super(owner, null);
  }

  Leaf(PageRef page) {
    super(EditToken.NONE, page);
  }

  static ObjectLeaf concat(EditToken owner, Leaf left, Leaf right) {
    int size = left.size() + right.size();
    byte[][] keys = new byte[size][];
    byte[][] values = new byte[size][];
    left.copyTo(keys, values, 0);
    right.copyTo(keys, values, left.size());
    return ObjectLeaf.of(owner, keys, values, size, left.cellBytes() + right.cellBytes());
  }

  @Override
  public final boolean isInner() {
    return false;
  }

  @Override
  final long entries() {
    return size();
  }

  @Override
  final int level() {
    return 0;
  }

  /** Whether it certainly contains the same entries. */
  final boolean sameAs(Leaf other) {
    PageRef mine = page();
    PageRef others = other.page();
    return this == other || (mine != null && others != null && mine.samePage(others));
  }

  abstract byte[] key(int at);

  abstract byte[] value(int at);

  /** The array that contains the value, from {@link #valueStart} to {@link #valueEnd}. */
  abstract byte[] valueBytes(int at);

  abstract int valueStart(int at);

  abstract int valueEnd(int at);

  /** Adds the values of some entries to a batch, which has room for them. */
  abstract void addValues(int from, int to, RowBatch batch);

  /** The index of the key, or {@code -(insertion point) - 1}. */
  abstract int find(byte[] key);

  /** Bytes of all entries, as packed without a shared prefix. */
  abstract int cellBytes();

  /** The index of the last insertion, or -1: a hint that detects ascending and descending runs. */
  abstract int lastInsert();

  /** Copies all entries into the arrays, from {@code to} on. */
  abstract void copyTo(byte[][] keys, byte[][] values, int to);

  abstract ObjectLeaf withValue(EditToken editor, int at, byte[] value);

  /** Grows the arrays up to {@code limit}; the caller has checked that there is room. */
  abstract ObjectLeaf withInserted(EditToken editor, int at, byte[] key, byte[] value, int limit);

  abstract ObjectLeaf without(EditToken editor, int at);

  /** The same entries as a node of that editor. */
  abstract ObjectLeaf own(EditToken editor);

  /** Whether an insertion there would follow directly on the last one, in ascending order. */
  final boolean continuesAscending(int at) {
    int last = lastInsert();
    return last >= 0 && last == at - 1;
  }

  /** Whether an insertion there would precede everything, as the last one did. */
  final boolean continuesDescending(int at) {
    return at == 0 && lastInsert() == 0;
  }

  /**
   * Whether its page, with that entry added at {@code at}, would have at most {@code limit} bytes.
   */
  final boolean hasRoom(int at, byte[] key, byte[] value, int limit) {
    int size = size();
    if (size == 0) {
      return true;
    }
    int cells = cellBytes() + PageCodec.cellBytes(key, value);
    if (PageCodec.leafBytes(size + 1, cells, 0) <= limit) {
      return true;
    }
    byte[] first = at == 0 ? key : key(0);
    byte[] last = at == size ? key : key(size - 1);
    return PageCodec.leafBytes(size + 1, cells, sharedPrefix(first, last)) <= limit;
  }

  /** Bytes that two different keys begin with, and so all keys between them. */
  static int sharedPrefix(byte[] first, byte[] last) {
    return Math.min(Arrays.mismatch(first, last), PageCodec.PREFIX_MAX);
  }
}

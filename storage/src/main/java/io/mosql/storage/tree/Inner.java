package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import java.util.Arrays;

/**
 * An inner node: children, the number of entries below each, and between neighbours a truncated
 * separator: every key left of it is less, every key right of it is not.
 *
 * <p>An update of a value copies only the array of children; counts are copied when the number of
 * entries changes, separators when the number of children does. Arrays may be longer than the node.
 */
final class Inner extends Node {
  private Node[] children;
  private long[] counts;
  private byte[][] separators;
  private int size;
  private boolean countsShared;

  private Inner(
      Object owner,
      Node[] children,
      long[] counts,
      byte[][] separators,
      int size,
      boolean countsShared) {
    super(owner);
    this.children = children;
    this.counts = counts;
    this.separators = separators;
    this.size = size;
    this.countsShared = countsShared;
  }

  static Inner of(Object owner, Node left, byte[] separator, Node right) {
    return new Inner(
        owner,
        new Node[] {left, right},
        new long[] {left.entries(), right.entries()},
        new byte[][] {separator},
        2,
        false);
  }

  static Inner concat(Object owner, Inner left, byte[] separator, Inner right) {
    int size = left.size + right.size;
    Node[] children = Arrays.copyOf(left.children, size);
    long[] counts = Arrays.copyOf(left.counts, size);
    byte[][] separators = Arrays.copyOf(left.separators, size - 1);
    System.arraycopy(right.children, 0, children, left.size, right.size);
    System.arraycopy(right.counts, 0, counts, left.size, right.size);
    separators[left.size - 1] = separator;
    System.arraycopy(right.separators, 0, separators, left.size, right.size - 1);
    return new Inner(owner, children, counts, separators, size, false);
  }

  @Override
  int size() {
    return size;
  }

  @Override
  long entries() {
    return entriesBefore(size);
  }

  /** Entries below the children left of the slot. */
  long entriesBefore(int slot) {
    long sum = 0;
    for (int i = 0; i < slot; i++) {
      sum += counts[i];
    }
    return sum;
  }

  /** The only way down: where a reference to a page would become a node. */
  Node child(int slot) {
    return children[slot];
  }

  long count(int slot) {
    return counts[slot];
  }

  /** What separates the child at the slot from the next one. */
  byte[] separator(int slot) {
    return separators[slot];
  }

  /** The slot of the child whose range holds the key: the number of separators not above it. */
  int slotOf(byte[] key) {
    byte[][] separators = this.separators;
    int low = 0;
    int high = size - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Keys.compare(separators[middle], key) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The node with that child, whose subtree has grown by {@code delta} entries. */
  Inner withChild(Object editor, int slot, Node child, int delta) {
    Inner node = this;
    if (isOwnedBy(editor)) {
      children[slot] = child;
    } else {
      Node[] copy = Arrays.copyOf(children, size);
      copy[slot] = child;
      node = new Inner(editor, copy, counts, separators, size, true);
    }
    if (delta != 0) {
      if (node.countsShared) {
        node.counts = Arrays.copyOf(counts, size);
        node.countsShared = false;
      }
      node.counts[slot] += delta;
    }
    return node;
  }

  /** A node whose child at the slot is replaced by two; it may have one child too many. */
  Inner withSplit(Object editor, int slot, Node left, byte[] separator, Node right) {
    Node[] newChildren = new Node[size + 1];
    long[] newCounts = new long[size + 1];
    byte[][] newSeparators = new byte[size][];
    copyWithGap(children, newChildren, size, slot + 1);
    copyWithGap(separators, newSeparators, size - 1, slot);
    System.arraycopy(counts, 0, newCounts, 0, slot);
    System.arraycopy(counts, slot + 1, newCounts, slot + 2, size - slot - 1);
    newChildren[slot] = left;
    newChildren[slot + 1] = right;
    newCounts[slot] = left.entries();
    newCounts[slot + 1] = right.entries();
    newSeparators[slot] = separator;
    return new Inner(editor, newChildren, newCounts, newSeparators, size + 1, false);
  }

  /** A node whose children at the slot and after it are replaced by one. */
  Inner withMerged(Object editor, int slot, Node merged) {
    Node[] newChildren = new Node[size - 1];
    long[] newCounts = new long[size - 1];
    byte[][] newSeparators = new byte[size - 2][];
    int rest = size - slot - 2;
    System.arraycopy(children, 0, newChildren, 0, slot);
    System.arraycopy(children, slot + 2, newChildren, slot + 1, rest);
    System.arraycopy(counts, 0, newCounts, 0, slot);
    System.arraycopy(counts, slot + 2, newCounts, slot + 1, rest);
    System.arraycopy(separators, 0, newSeparators, 0, slot);
    System.arraycopy(separators, slot + 1, newSeparators, slot, rest);
    newChildren[slot] = merged;
    newCounts[slot] = merged.entries();
    return new Inner(editor, newChildren, newCounts, newSeparators, size - 1, false);
  }

  /** A node whose children at the slot and after it are replaced by two others. */
  Inner withPair(Object editor, int slot, Node left, byte[] separator, Node right) {
    Node[] newChildren = Arrays.copyOf(children, size);
    long[] newCounts = Arrays.copyOf(counts, size);
    byte[][] newSeparators = Arrays.copyOf(separators, size - 1);
    newChildren[slot] = left;
    newChildren[slot + 1] = right;
    newCounts[slot] = left.entries();
    newCounts[slot + 1] = right.entries();
    newSeparators[slot] = separator;
    return new Inner(editor, newChildren, newCounts, newSeparators, size, false);
  }

  /** A new node of the children from {@code from} up to {@code to}. */
  Inner slice(Object editor, int from, int to) {
    return new Inner(
        editor,
        Arrays.copyOfRange(children, from, to),
        Arrays.copyOfRange(counts, from, to),
        Arrays.copyOfRange(separators, from, to - 1),
        to - from,
        false);
  }
}

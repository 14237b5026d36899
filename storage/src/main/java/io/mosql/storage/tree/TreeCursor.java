package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import io.mosql.core.codec.RowBatch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the entries of one immutable tree version, in either direction.
 *
 * <p>A cursor is on an entry or on none; moving past either end leaves it on none, and from there
 * {@code next} and {@code previous} do not move: position it again. Not thread-safe.
 */
public final class TreeCursor {
  private static final int DEPTH_EXPECTED = 6;

  private final TreeNode root;

  /** The inner nodes from the root down, and the slot taken in each. */
  private InnerNode[] path = new InnerNode[DEPTH_EXPECTED];

  private int[] slots = new int[DEPTH_EXPECTED];
  private int depth;
  private Leaf leaf = ObjectLeaf.EMPTY;
  private int at;
  private boolean valid;

  TreeCursor(TreeNode root) {
    this.root = root;
  }

  /** Whether the cursor is on an entry. */
  public boolean valid() {
    return valid;
  }

  /** The key under the cursor: the array of the tree, or a new copy with each call. */
  public byte[] key() {
    checkValid();
    return leaf.key(at);
  }

  /** The value under the cursor: the array of the tree, or a new copy with each call. */
  public byte[] value() {
    checkValid();
    return leaf.value(at);
  }

  /** The array that contains the value under the cursor; not to be changed. */
  public byte[] valueBytes() {
    return leaf.valueBytes(at);
  }

  /** Offset in {@link #valueBytes} at which the value begins. */
  public int valueStart() {
    return leaf.valueStart(at);
  }

  /** Offset in {@link #valueBytes} at which the value ends. */
  public int valueEnd() {
    return leaf.valueEnd(at);
  }

  /** Goes to the least entry; false when there is none. */
  public boolean first() {
    depth = 0;
    leaf = leftmost(root);
    at = 0;
    valid = leaf.size() > 0;
    return valid;
  }

  /** Goes to the greatest entry; false when there is none. */
  public boolean last() {
    depth = 0;
    leaf = rightmost(root);
    at = leaf.size() - 1;
    valid = at >= 0;
    return valid;
  }

  /** Goes to the least entry whose key is not less than the given one; false when there is none. */
  public boolean seek(byte[] key) {
    descend(key);
    int found = leaf.find(key);
    at = found < 0 ? -found - 1 : found;
    valid = at < leaf.size() || nextLeaf();
    return valid;
  }

  /** Goes to the greatest entry whose key is less than the given one; false when there is none. */
  public boolean seekBefore(byte[] key) {
    descend(key);
    int found = leaf.find(key);
    at = (found < 0 ? -found - 1 : found) - 1;
    valid = at >= 0 || previousLeaf();
    return valid;
  }

  /** Goes to the following entry; false when there is none. */
  public boolean next() {
    if (!valid) {
      return false;
    }
    if (++at < leaf.size()) {
      return true;
    }
    valid = nextLeaf();
    return valid;
  }

  /**
   * Goes to the following entry of the same leaf; does not move, and returns false, when there is
   * none, or it is not among the first entries of the leaf.
   *
   * @param first number of these entries, at most all
   */
  public boolean nextAmong(int first) {
    if (at + 1 >= first) {
      return false;
    }
    at++;
    return true;
  }

  /**
   * Goes to a following entry of the same leaf, the last one for which the rows have room, and adds
   * the values of the entries passed, its own included; does not move when there is none, as {@link
   * #nextAmong}.
   *
   * @param first number of these entries, at most all
   * @return the number of entries passed
   */
  public int nextAmong(int first, RowBatch rows) {
    int count = Math.min(first - at - 1, rows.room());
    if (count <= 0) {
      return 0;
    }
    leaf.addValues(at + 1, at + 1 + count, rows);
    at += count;
    return count;
  }

  /** Adds the value under the cursor to the rows, which have room for it. */
  public void addValue(RowBatch rows) {
    leaf.addValues(at, at + 1, rows);
  }

  /** How many entries of the leaf that the cursor is on have lesser keys; all for null. */
  public int leafEntriesBefore(byte @Nullable [] bound) {
    checkValid();
    if (bound == null) {
      return leaf.size();
    }
    int found = leaf.find(bound);
    return found < 0 ? -found - 1 : found;
  }

  /** Whether the cursor is on one of the first entries of its leaf. */
  public boolean isAmong(int first) {
    return valid && at < first;
  }

  /** Goes to the preceding entry; false when there is none. */
  public boolean previous() {
    if (!valid) {
      return false;
    }
    if (--at >= 0) {
      return true;
    }
    valid = previousLeaf();
    return valid;
  }

  /** Whether the cursor is on the first entry of a leaf. */
  public boolean atLeafStart() {
    return valid && at == 0;
  }

  /** Whether the last key of the leaf that the cursor is on is less than the given one. */
  public boolean leafEndsBefore(byte[] bound) {
    checkValid();
    return Keys.compare(leaf.key(leaf.size() - 1), bound) < 0;
  }

  /** Whether both are on the first entry of one and the same leaf. */
  public boolean atStartOfSameLeaf(TreeCursor other) {
    return valid && other.valid && at == 0 && other.at == 0 && leaf.sameAs(other.leaf);
  }

  /** Goes to the first entry of the following leaf; false when there is none. */
  public boolean nextLeafStart() {
    valid = valid && nextLeaf();
    return valid;
  }

  private boolean nextLeaf() {
    while (depth > 0) {
      InnerNode inner = path[depth - 1];
      int slot = slots[depth - 1] + 1;
      if (slot < inner.size()) {
        slots[depth - 1] = slot;
        leaf = leftmost(inner.child(slot));
        at = 0;
        return true;
      }
      depth--;
    }
    return false;
  }

  private boolean previousLeaf() {
    while (depth > 0) {
      InnerNode inner = path[depth - 1];
      int slot = slots[depth - 1] - 1;
      if (slot >= 0) {
        slots[depth - 1] = slot;
        leaf = rightmost(inner.child(slot));
        at = leaf.size() - 1;
        return true;
      }
      depth--;
    }
    return false;
  }

  private void descend(byte[] key) {
    depth = 0;
    TreeNode node = root;
    while (node instanceof InnerNode inner) {
      int slot = inner.slotOf(key);
      push(inner, slot);
      node = inner.child(slot);
    }
    leaf = (Leaf) node;
  }

  private Leaf leftmost(TreeNode top) {
    TreeNode node = top;
    while (node instanceof InnerNode inner) {
      push(inner, 0);
      node = inner.child(0);
    }
    return (Leaf) node;
  }

  private Leaf rightmost(TreeNode top) {
    TreeNode node = top;
    while (node instanceof InnerNode inner) {
      int slot = inner.size() - 1;
      push(inner, slot);
      node = inner.child(slot);
    }
    return (Leaf) node;
  }

  private void push(InnerNode inner, int slot) {
    if (depth == path.length) {
      path = Arrays.copyOf(path, depth * 2);
      slots = Arrays.copyOf(slots, depth * 2);
    }
    path[depth] = inner;
    slots[depth] = slot;
    depth++;
  }

  private void checkValid() {
    if (!valid) {
      throw new IllegalStateException("The cursor is not on an entry");
    }
  }
}

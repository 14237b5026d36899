package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A batch of edits on one tree version: copies each node on its way once and changes its own copies
 * in place.
 *
 * <p>The path to the last leaf is kept with the bounds of the keys that belong there, so that edits
 * of neighbouring keys skip the descent. An ancestor of an own node is always an own node.
 *
 * <p>A full leaf into which keys are inserted in ascending order splits at the insertion point
 * instead of in the middle: such runs fill their leaves, wherever in the tree they are. That is why
 * only removals bring a node up to its least size; an insertion may leave a smaller one behind.
 *
 * <p>Not thread-safe. An editor that failed with an Error must be thrown away; the version that it
 * was made from is never affected.
 */
public final class TreeEditor {
  private static final int DEPTH_EXPECTED = 6;

  private final Tree base;
  private final TreeShape shape;
  private final int leafLimit;

  /** What marks own nodes; null once finished. */
  private @Nullable Object token = new Object();

  private Node root;
  private long size;
  private long hash;

  private Inner[] path = new Inner[DEPTH_EXPECTED];
  private int[] slots = new int[DEPTH_EXPECTED];
  private int depth;

  /** The leaf at the end of the path, null when the path is not valid. */
  private @Nullable Leaf leaf;

  /** Keys from {@code low} up to {@code high} belong into the leaf; null is unbounded. */
  private byte @Nullable [] low;

  private byte @Nullable [] high;

  TreeEditor(Tree base) {
    this.base = base;
    this.shape = base.shape();
    this.leafLimit = shape.leafEntries();
    this.root = base.root();
    this.size = base.size();
    this.hash = shape.keepsHash() ? base.contentHash() : 0;
  }

  public long size() {
    return size;
  }

  Node root() {
    return root;
  }

  /** The value under the key, edits of this batch included, or null. */
  public byte @Nullable [] get(byte[] key) {
    token();
    Leaf target = descend(key);
    int at = target.find(key);
    return at < 0 ? null : target.value(at);
  }

  /** Sets the value under the key and returns the one before, null when the key is new. */
  public byte @Nullable [] put(byte[] key, byte[] value) {
    Object own = token();
    Leaf target = descend(key);
    int at = target.find(key);
    if (at < 0) {
      insertAt(own, target, -at - 1, key, value);
      return null;
    }
    byte[] previous = target.value(at);
    if (previous != value) {
      hashOut(target.key(at), previous);
      hashIn(key, value);
      replaceLeaf(own, target.withValue(own, at, value), 0);
    }
    return previous;
  }

  /** Adds an entry; false, and nothing is changed, when the key is there already. */
  public boolean insert(byte[] key, byte[] value) {
    Object own = token();
    Leaf target = descend(key);
    int at = target.find(key);
    if (at >= 0) {
      return false;
    }
    insertAt(own, target, -at - 1, key, value);
    return true;
  }

  /** Removes the entry and returns its value, null when there is none. */
  public byte @Nullable [] remove(byte[] key) {
    Object own = token();
    Leaf target = descend(key);
    int at = target.find(key);
    if (at < 0) {
      return null;
    }
    byte[] previous = target.value(at);
    hashOut(key, previous);
    size--;
    Leaf changed = target.without(own, at);
    if (depth == 0 || changed.size() >= shape.leafEntriesMin()) {
      replaceLeaf(own, changed, -1);
    } else {
      rebalance(own, changed);
    }
    return previous;
  }

  /**
   * Freezes the batch into the next version (the base itself when nothing was changed). The editor
   * may not be used any more.
   */
  public Tree finish() {
    token();
    token = null;
    return root == base.root() ? base : new Tree(shape, root, size, hash);
  }

  private Object token() {
    if (token == null) {
      throw new IllegalStateException("The editor is finished");
    }
    return token;
  }

  private void hashIn(byte[] key, byte[] value) {
    if (shape.keepsHash()) {
      hash += EntryHash.of(key, value);
    }
  }

  private void hashOut(byte[] key, byte[] value) {
    if (shape.keepsHash()) {
      hash -= EntryHash.of(key, value);
    }
  }

  /** Leads the path to the leaf where the key belongs. */
  private Leaf descend(byte[] key) {
    if (leaf != null
        && (high == null || Keys.compare(key, high) < 0)
        && (low == null || Keys.compare(key, low) >= 0)) {
      return leaf;
    }
    depth = 0;
    low = null;
    high = null;
    Node node = root;
    while (node instanceof Inner inner) {
      int slot = inner.slotOf(key);
      push(inner, slot);
      if (slot > 0) {
        low = inner.separator(slot - 1);
      }
      if (slot < inner.size() - 1) {
        high = inner.separator(slot);
      }
      node = inner.child(slot);
    }
    Leaf found = (Leaf) node;
    leaf = found;
    return found;
  }

  private void push(Inner inner, int slot) {
    if (depth == path.length) {
      path = Arrays.copyOf(path, depth * 2);
      slots = Arrays.copyOf(slots, depth * 2);
    }
    path[depth] = inner;
    slots[depth] = slot;
    depth++;
  }

  /** Puts the leaf at the end of the path, which stays valid. */
  private void replaceLeaf(Object own, Leaf changed, int delta) {
    leaf = changed;
    replaceUp(own, depth - 1, changed, delta);
  }

  /** Links a changed node into its parent at {@code level} and so on up to the root. */
  private void replaceUp(Object own, int level, Node changed, int delta) {
    Node child = changed;
    for (int i = level; i >= 0; i--) {
      Inner parent = path[i];
      Inner linked = parent.withChild(own, slots[i], child, delta);
      if (linked == parent && delta == 0) {
        return;
      }
      path[i] = linked;
      child = linked;
    }
    root = child;
  }

  private void insertAt(Object own, Leaf target, int at, byte[] key, byte[] value) {
    hashIn(key, value);
    size++;
    if (target.size() < leafLimit) {
      replaceLeaf(own, target.withInserted(own, at, key, value, leafLimit), 1);
    } else {
      splitLeaf(own, target, at, key, value);
    }
  }

  private void splitLeaf(Object own, Leaf full, int at, byte[] key, byte[] value) {
    int count = full.size();
    Leaf left;
    Leaf right;
    boolean run = true;
    if (full.continuesAscending(at)) {
      if (at == count) {
        left = full;
        right = Leaf.of(own, key, value);
      } else {
        left = full.slice(own, 0, at).withInserted(own, at, key, value, leafLimit);
        right = full.slice(own, at, count);
      }
    } else if (full.continuesDescending(at)) {
      left = Leaf.of(own, key, value);
      right = full;
    } else {
      run = false;
      int middle = count / 2;
      left = full.slice(own, 0, middle);
      right = full.slice(own, middle, count);
      if (at <= middle) {
        left = left.withInserted(own, at, key, value, leafLimit);
      } else {
        right = right.withInserted(own, at - middle, key, value, leafLimit);
      }
    }
    byte[] separator = Node.separator(left.key(left.size() - 1), right.key(0));
    splitUp(own, left, separator, right, run);
  }

  /** Replaces the end of the path by two nodes, splitting parents that are full. */
  private void splitUp(Object own, Node left, byte[] separator, Node right, boolean run) {
    leaf = null;
    Node first = left;
    byte[] between = separator;
    Node second = right;
    for (int level = depth - 1; level >= 0; level--) {
      int slot = slots[level];
      Inner grown = path[level].withSplit(own, slot, first, between, second);
      int count = grown.size();
      if (count <= shape.innerFanout()) {
        replaceUp(own, level - 1, grown, 1);
        return;
      }
      // A run goes on right after the new pair; both halves keep two children at least.
      int cut = run ? Math.max(2, Math.min(slot + 2, count - 2)) : count / 2;
      first = grown.slice(own, 0, cut);
      between = grown.separator(cut - 1);
      second = grown.slice(own, cut, count);
    }
    root = Inner.of(own, first, between, second);
  }

  /**
   * Replaces the end of the path by a node that has become too small, and mends what that breaks.
   */
  private void rebalance(Object own, Leaf small) {
    leaf = null;
    Node child = small;
    int least = shape.leafEntriesMin();
    int limit = leafLimit;
    for (int level = depth - 1; level >= 0; level--) {
      if (child.size() >= least) {
        replaceUp(own, level, child, -1);
        return;
      }
      child = mend(own, path[level], slots[level], child, limit);
      least = shape.innerFanoutMin();
      limit = shape.innerFanout();
    }
    while (child instanceof Inner inner && inner.size() == 1) {
      child = inner.child(0);
    }
    root = child;
  }

  /** Merges the small child with a neighbour when both fit into one node, else evens them out. */
  private static Inner mend(Object own, Inner parent, int slot, Node child, int limit) {
    int pair = slot;
    if (slot == parent.size() - 1
        || (slot > 0 && parent.child(slot - 1).size() < parent.child(slot + 1).size())) {
      pair = slot - 1;
    }
    Node left = pair == slot ? child : parent.child(pair);
    Node right = pair == slot ? parent.child(pair + 1) : child;
    int count = left.size() + right.size();
    if (left instanceof Leaf leftLeaf && right instanceof Leaf rightLeaf) {
      Leaf both = Leaf.concat(own, leftLeaf, rightLeaf);
      if (count <= limit) {
        return parent.withMerged(own, pair, both);
      }
      Leaf first = both.slice(own, 0, count / 2);
      Leaf second = both.slice(own, count / 2, count);
      byte[] separator = Node.separator(first.key(first.size() - 1), second.key(0));
      return parent.withPair(own, pair, first, separator, second);
    }
    Inner both = Inner.concat(own, (Inner) left, parent.separator(pair), (Inner) right);
    if (count <= limit) {
      return parent.withMerged(own, pair, both);
    }
    int cut = count / 2;
    return parent.withPair(
        own, pair, both.slice(own, 0, cut), both.separator(cut - 1), both.slice(own, cut, count));
  }
}

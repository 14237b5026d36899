package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An editor for a batch of edits on one tree version: copies each node on its path once and changes
 * its own copies in place.
 *
 * <p>The path to the last leaf is kept with the bounds of its keys, so that edits of neighbouring
 * keys skip the descent. An ancestor of an own node is always an own node.
 *
 * <p>A leaf is full when it has as many entries, or as many bytes, as the shape allows; it is split
 * likewise when a value is replaced by a larger one. An entry that is too large for a page is alone
 * in its leaf. A full leaf into which keys are inserted in ascending order splits at the insertion
 * point instead of in the middle: such runs fill their leaves, wherever in the tree they are. That
 * is why only removals bring a node up to its least size; an insertion may leave a smaller one
 * behind.
 *
 * <p>Not thread-safe. An editor that failed, with an Error or because a page could not be loaded,
 * must be thrown away; the version that it was made from is never affected.
 */
public final class TreeEditor {
  private static final int DEPTH_EXPECTED = 6;

  private final Tree base;
  private final TreeShape shape;
  private final int leafLimit;
  private final long era;

  /** Marks own nodes; null once finished. */
  private @Nullable EditToken token;

  private TreeNode root;
  private long size;
  private long hash;
  private long dirtied;

  private InnerNode[] path = new InnerNode[DEPTH_EXPECTED];
  private int[] slots = new int[DEPTH_EXPECTED];
  private int depth;

  /** The leaf at the end of the path, null when the path is not valid. */
  private @Nullable Leaf leaf;

  /** Keys from {@code low} up to {@code high} belong into the leaf; null is unbounded. */
  private byte @Nullable [] low;

  private byte @Nullable [] high;

  TreeEditor(Tree base, long era) {
    this.token = new EditToken(era);
    this.era = era;
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

  /**
   * Estimated change by this batch, in bytes of heap, of the nodes that the next checkpoint must
   * write: nodes that were created in the editor's era and are part of its version. A node that
   * replaces one of the same era counts only for the difference; the result may be negative.
   */
  public long dirtied() {
    return dirtied;
  }

  TreeNode root() {
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
    EditToken own = token();
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
      long before = counted(target);
      ObjectLeaf changed = target.withValue(own, at, value);
      dirtied += changed.heapBytes() - before;
      replaceLeaf(own, changed, 0);
      if (value.length > previous.length) {
        fit(own, key);
      }
    }
    return previous;
  }

  /** Adds an entry; false, and nothing is changed, when the key exists already. */
  public boolean insert(byte[] key, byte[] value) {
    EditToken own = token();
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
    EditToken own = token();
    Leaf target = descend(key);
    int at = target.find(key);
    if (at < 0) {
      return null;
    }
    byte[] previous = target.value(at);
    hashOut(key, previous);
    size--;
    long before = counted(target);
    ObjectLeaf changed = target.without(own, at);
    dirtied += changed.heapBytes() - before;
    if (depth == 0 || !shape.isSmall(changed)) {
      replaceLeaf(own, changed, -1);
    } else {
      rebalance(own, changed);
    }
    return previous;
  }

  /**
   * Copies the nodes on the way to the key, down to the deepest one whose page lies in such a
   * segment, with unchanged contents: the next checkpoint writes them to other segments. Loads
   * inner nodes only, and the leaf when it lies there.
   *
   * @return whether there was any
   */
  public boolean touch(byte[] key, Predicate<PageSource> victims) {
    EditToken own = token();
    leaf = null;
    depth = 0;
    TreeNode node = root;
    Child bottom = root;
    while (node instanceof InnerNode inner) {
      int slot = inner.slotOf(key);
      push(inner, slot);
      bottom = inner.held(slot);
      if (inner.level() == 1) {
        break;
      }
      node = inner.child(slot);
    }
    if (liesIn(bottom, victims)) {
      Leaf old = (Leaf) bottom.node();
      ObjectLeaf copy = old.own(own);
      dirtied += copy.heapBytes() - counted(old);
      replaceUp(own, depth - 1, copy, 0);
      return true;
    }
    for (int level = depth - 1; level >= 0; level--) {
      if (liesIn(path[level], victims)) {
        InnerNode copy = path[level].own(own);
        dirtied += copy.heapBytes() - counted(path[level]);
        replaceUp(own, level - 1, copy, 0);
        return true;
      }
    }
    return false;
  }

  private static boolean liesIn(Child child, Predicate<PageSource> segments) {
    PageRef page = child.page();
    return page != null && page.source().isDurable() && segments.test(page.source());
  }

  /**
   * Freezes the batch into the next version (the base itself when nothing was changed). The editor
   * may not be used any more.
   */
  public Tree finish() {
    token();
    token = null;
    assert root.entries() == size : "the entries of the nodes are those of the tree";
    return root == base.root() ? base : new Tree(shape, root, size, hash);
  }

  private EditToken token() {
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

  /** Moves the path to the leaf to which the key belongs. */
  private Leaf descend(byte[] key) {
    if (leaf != null
        && (high == null || Keys.compare(key, high) < 0)
        && (low == null || Keys.compare(key, low) >= 0)) {
      return leaf;
    }
    depth = 0;
    low = null;
    high = null;
    TreeNode node = root;
    while (node instanceof InnerNode inner) {
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

  private void push(InnerNode inner, int slot) {
    if (depth == path.length) {
      path = Arrays.copyOf(path, depth * 2);
      slots = Arrays.copyOf(slots, depth * 2);
    }
    path[depth] = inner;
    slots[depth] = slot;
    depth++;
  }

  /** Replaces the leaf at the end of the path, which stays valid. */
  private void replaceLeaf(EditToken own, Leaf changed, int delta) {
    leaf = changed;
    replaceUp(own, depth - 1, changed, delta);
  }

  /** Links a changed node into its parent at {@code level} and so on up to the root. */
  private void replaceUp(EditToken own, int level, TreeNode changed, int delta) {
    TreeNode child = changed;
    for (int i = level; i >= 0; i--) {
      InnerNode parent = path[i];
      InnerNode linked = parent.withChild(own, slots[i], child, delta);
      if (linked != parent) {
        dirtied += linked.heapBytes() - counted(parent);
      } else if (delta == 0) {
        return;
      }
      path[i] = linked;
      child = linked;
    }
    root = child;
  }

  /** Bytes of this era for which the node is counted already. */
  private long counted(TreeNode node) {
    return node.owner().era() == era && !node.isClean() ? node.heapBytes() : 0;
  }

  private void insertAt(EditToken own, Leaf target, int at, byte[] key, byte[] value) {
    hashIn(key, value);
    size++;
    if (shape.hasRoom(target, at, key, value)) {
      long before = counted(target);
      ObjectLeaf changed = target.withInserted(own, at, key, value, leafLimit);
      dirtied += changed.heapBytes() - before;
      replaceLeaf(own, changed, 1);
    } else {
      splitLeaf(own, target, at, key, value);
    }
  }

  private void splitLeaf(EditToken own, Leaf full, int at, byte[] key, byte[] value) {
    int count = full.size();
    boolean ascending = full.continuesAscending(at);
    if ((ascending && at == count) || full.continuesDescending(at)) {
      ObjectLeaf added = ObjectLeaf.of(own, key, value);
      dirtied += added.heapBytes();
      splitUp(own, ascending ? full : added, ascending ? added : full, true, 1);
      return;
    }
    long before = counted(full);
    ObjectLeaf both = full.withInserted(own, at, key, value, leafLimit + 1);
    int cut;
    if (ascending) {
      cut = shape.fits(both.slice(own, 0, at + 1)) ? at + 1 : at;
    } else if (count >= leafLimit) {
      cut = at <= count / 2 ? count / 2 + 1 : count / 2;
    } else {
      cut = both.middle();
    }
    splitAt(own, both, cut, before, ascending, 1);
    fit(own, key);
  }

  /** Splits the leaf to which the key belongs until that entry's part fits into a page. */
  private void fit(EditToken own, byte[] key) {
    for (Leaf target = descend(key); !shape.fits(target); target = descend(key)) {
      ObjectLeaf large = target.own(own);
      splitAt(own, large, large.middle(), counted(target), false, 0);
    }
  }

  private void splitAt(
      EditToken own, ObjectLeaf both, int cut, long before, boolean run, int delta) {
    ObjectLeaf left = both.slice(own, 0, cut);
    ObjectLeaf right = both.slice(own, cut, both.size());
    dirtied += left.heapBytes() + right.heapBytes() - before;
    splitUp(own, left, right, run, delta);
  }

  /** Replaces the end of the path by two leaves, splitting parents that are full. */
  private void splitUp(EditToken own, Leaf left, Leaf right, boolean run, int delta) {
    leaf = null;
    TreeNode first = left;
    byte[] between = TreeNode.separator(left.key(left.size() - 1), right.key(0));
    TreeNode second = right;
    for (int level = depth - 1; level >= 0; level--) {
      int slot = slots[level];
      long before = counted(path[level]);
      InnerNode grown = path[level].withSplit(own, slot, first, between, second);
      if (shape.fits(grown)) {
        dirtied += grown.heapBytes() - before;
        replaceUp(own, level - 1, grown, delta);
        return;
      }
      int count = grown.size();
      // A run continues right after the new pair; both halves keep at least two children.
      int cut = count > shape.innerFanout() ? count / 2 : grown.middle();
      cut = run ? Math.max(2, Math.min(slot + 2, count - 2)) : cut;
      first = grown.slice(own, 0, cut);
      between = grown.separator(cut - 1);
      second = grown.slice(own, cut, count);
      dirtied += first.heapBytes() + second.heapBytes() - before;
    }
    root = InnerNode.of(own, first, between, second);
    dirtied += root.heapBytes();
  }

  /** Replaces the end of the path by a node that has become too small, and rebalances the tree. */
  private void rebalance(EditToken own, Leaf small) {
    leaf = null;
    TreeNode child = small;
    for (int level = depth - 1; level >= 0; level--) {
      InnerNode parent = path[level];
      InnerNode mended = shape.isSmall(child) ? mend(own, parent, slots[level], child) : null;
      if (mended == null) {
        replaceUp(own, level, child, -1);
        return;
      }
      dirtied += mended.heapBytes() - counted(parent);
      child = mended;
    }
    while (child instanceof InnerNode inner && inner.size() == 1) {
      dirtied -= counted(inner);
      child = inner.child(0);
    }
    root = child;
  }

  /**
   * Merges the small child with a neighbour when both fit into one node, else rebalances them;
   * null, and nothing is changed, when they neither fit into one nor, rebalanced, into two.
   */
  private @Nullable InnerNode mend(EditToken own, InnerNode parent, int slot, TreeNode child) {
    int pair = slot;
    if (slot == parent.size() - 1
        || (slot > 0 && parent.count(slot - 1) < parent.count(slot + 1))) {
      pair = slot - 1;
    }
    TreeNode left = pair == slot ? child : parent.child(pair);
    TreeNode right = pair == slot ? parent.child(pair + 1) : child;
    long before = counted(left) + counted(right);
    return left instanceof Leaf leftLeaf && right instanceof Leaf rightLeaf
        ? mendLeaves(own, parent, pair, Leaf.concat(own, leftLeaf, rightLeaf), before)
        : mendInners(own, parent, pair, (InnerNode) left, (InnerNode) right, before);
  }

  private @Nullable InnerNode mendLeaves(
      EditToken own, InnerNode parent, int pair, ObjectLeaf both, long before) {
    if (shape.fits(both)) {
      dirtied += both.heapBytes() - before;
      return parent.withMerged(own, pair, both);
    }
    int count = both.size();
    ObjectLeaf first = both.slice(own, 0, count / 2);
    ObjectLeaf second = both.slice(own, count / 2, count);
    if (!shape.fits(first) || !shape.fits(second)) {
      int cut = both.middle();
      first = both.slice(own, 0, cut);
      second = both.slice(own, cut, count);
      if (!shape.fits(first) || !shape.fits(second)) {
        return null;
      }
    }
    dirtied += first.heapBytes() + second.heapBytes() - before;
    byte[] separator = TreeNode.separator(first.key(first.size() - 1), second.key(0));
    return parent.withPair(own, pair, first, separator, second);
  }

  private InnerNode mendInners(
      EditToken own, InnerNode parent, int pair, InnerNode left, InnerNode right, long before) {
    InnerNode both = InnerNode.concat(own, left, parent.separator(pair), right);
    if (shape.fits(both)) {
      dirtied += both.heapBytes() - before;
      return parent.withMerged(own, pair, both);
    }
    int count = both.size();
    int cut = count > shape.innerFanout() ? count / 2 : both.middle();
    InnerNode first = both.slice(own, 0, cut);
    InnerNode second = both.slice(own, cut, count);
    dirtied += first.heapBytes() + second.heapBytes() - before;
    return parent.withPair(own, pair, first, both.separator(cut - 1), second);
  }
}

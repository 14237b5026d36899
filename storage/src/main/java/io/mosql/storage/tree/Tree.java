package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One immutable version of a copy-on-write B+Tree: byte string keys in unsigned order, each with a
 * value.
 *
 * <p>Invariants (checked by {@link TreeChecker}): keys ascend strictly; all leaves are at the same
 * depth; a separator is greater than every key left of it and not greater than any right of it;
 * each inner node counts the entries below each of its children; no node exceeds its {@link
 * TreeShape}.
 *
 * <p>Keys and values are stored as the arrays that were put: they must not be changed. They are
 * returned as these arrays or, from a page, as copies. Two versions share every node that no edit
 * between them touched, so that the same array under the same key means that nothing was written
 * there; different arrays mean nothing.
 *
 * <p>Any read of a version may load pages, and so throw a {@link MosqlException}: XX001 when one is
 * damaged, 58030 when it cannot be read.
 *
 * <p>Thread-safe, even when published by a data race.
 */
public final class Tree {
  private final TreeShape shape;
  private final Child root;
  private final long size;
  private final long hash;

  /** The node of a root that was opened as a reference, once it is loaded. */
  private volatile @Nullable TreeNode loaded;

  /** The hash is valid only when the shape keeps one. */
  Tree(TreeShape shape, Child root, long size, long hash) {
    this.shape = shape;
    this.root = root;
    InvariantViolation.check(size >= 0, "a tree has no negative number of entries", size, 0);
    this.size = size;
    this.hash = hash;
  }

  /** A tree of the default shape without entries. */
  public static Tree empty() {
    return empty(TreeShape.DEFAULT);
  }

  public static Tree empty(TreeShape shape) {
    return new Tree(shape, ObjectLeaf.EMPTY, 0, 0);
  }

  public TreeShape shape() {
    return shape;
  }

  /** The root node, which is loaded on first use and stays in memory from then on. */
  TreeNode root() {
    if (root instanceof TreeNode node) {
      return node;
    }
    TreeNode node = loaded;
    return node != null ? node : load((PageRef) root);
  }

  private TreeNode load(PageRef page) {
    TreeNode node = page.node();
    if (node.entries() != size) {
      throw StorageErrorMessage.DAMAGED_PAGE.error(
          page, "number of entries differs from that of its tree");
    }
    loaded = node;
    return node;
  }

  /** The root as stored: nothing is loaded. */
  Child held() {
    return root;
  }

  public long size() {
    return size;
  }

  public boolean isEmpty() {
    return size == 0;
  }

  /** The value under the key, or null. */
  public byte @Nullable [] get(byte[] key) {
    TreeNode node = root();
    while (node instanceof InnerNode inner) {
      node = inner.child(inner.slotOf(key));
    }
    Leaf leaf = (Leaf) node;
    int at = leaf.find(key);
    return at < 0 ? null : leaf.value(at);
  }

  public boolean contains(byte[] key) {
    return get(key) != null;
  }

  /** A new cursor, not yet on an entry. */
  public TreeCursor cursor() {
    return new TreeCursor(root());
  }

  /**
   * Number of entries from {@code from} (inclusive) to {@code to} (exclusive); null is unbounded.
   * An empty or inverted range has none. Takes O(log n).
   */
  public long count(byte @Nullable [] from, byte @Nullable [] to) {
    long above = to == null ? size : rank(to);
    long below = from == null ? 0 : rank(from);
    return Math.max(0, above - below);
  }

  /** Number of entries whose key is less than the given one. */
  public long rank(byte[] key) {
    long rank = 0;
    TreeNode node = root();
    while (node instanceof InnerNode inner) {
      int slot = inner.slotOf(key);
      rank += inner.entriesBefore(slot);
      node = inner.child(slot);
    }
    int at = ((Leaf) node).find(key);
    return rank + (at < 0 ? -at - 1 : at);
  }

  /**
   * The key that has exactly {@code rank} entries below it, or null when there is no such entry.
   */
  public byte @Nullable [] keyAt(long rank) {
    if (rank < 0 || rank >= size) {
      return null;
    }
    long left = rank;
    TreeNode node = root();
    while (node instanceof InnerNode inner) {
      int slot = 0;
      while (slot < inner.size() - 1 && left >= inner.count(slot)) {
        left -= inner.count(slot);
        slot++;
      }
      node = inner.child(slot);
    }
    Leaf leaf = (Leaf) node;
    if (left >= leaf.size()) {
      throw StorageErrorMessage.ENTRY_COUNT_MISMATCH.error();
    }
    return leaf.key((int) left);
  }

  /**
   * Keys that divide a range into consecutive parts of about the same size. Loads inner nodes only,
   * and of these only the ones above which a part ends.
   *
   * @param from null for the first key
   * @param to null for after the last key
   * @param entries of a part, at least; a part may have more by what a leaf has
   * @return the keys at which the second and all later parts begin, ascending, within the range
   */
  public List<byte[]> separators(byte @Nullable [] from, byte @Nullable [] to, long entries) {
    List<byte[]> separators = new ArrayList<>();
    if (root() instanceof InnerNode inner) {
      addSeparators(inner, from, to, entries, 0, separators);
    }
    return separators;
  }

  /**
   * Adds the separators below a node.
   *
   * @param before entries of the last part before the node
   * @return entries of the last part after it
   */
  private static long addSeparators(
      InnerNode node,
      byte @Nullable [] from,
      byte @Nullable [] to,
      long entries,
      long before,
      List<byte[]> separators) {
    long last = before;
    for (int slot = from == null ? 0 : node.slotOf(from); slot < node.size(); slot++) {
      byte[] start = slot == 0 ? null : node.separator(slot - 1);
      if (start != null && to != null && Keys.compare(start, to) >= 0) {
        break;
      }
      if (start != null && last >= entries && (from == null || Keys.compare(start, from) > 0)) {
        separators.add(start);
        last = 0;
      }
      last =
          node.level() > 1 && last + node.count(slot) > entries
              ? addSeparators((InnerNode) node.child(slot), from, to, entries, last, separators)
              : last + node.count(slot);
    }
    return last;
  }

  /**
   * Sum of the hashes of all entries: independent of their order, of the shape and of the history
   * of the tree. Constant time when the shape keeps it, otherwise a walk over all entries.
   */
  public long contentHash() {
    return shape.keepsHash() ? hash : walkHash();
  }

  /**
   * Sum of the hashes of so many entries.
   *
   * @param rank number of entries below the first one; there are at least {@code rank + count}
   */
  public long hash(long rank, long count) {
    byte[] key = keyAt(rank);
    long sum = 0;
    TreeCursor cursor = cursor();
    boolean on = key != null && cursor.seek(key);
    for (long i = 0; i < count; i++) {
      if (!on) {
        throw StorageErrorMessage.ENTRY_COUNT_MISMATCH.error();
      }
      sum += EntryHash.of(cursor.key(), cursor.value());
      on = cursor.next();
    }
    return sum;
  }

  long walkHash() {
    long sum = 0;
    TreeCursor cursor = cursor();
    for (boolean on = cursor.first(); on; on = cursor.next()) {
      sum += EntryHash.of(cursor.key(), cursor.value());
    }
    return sum;
  }

  /** Creates an editor for the next version; this one is unchanged. */
  public TreeEditor edit() {
    return edit(0);
  }

  /**
   * The same.
   *
   * @param era in which the editor makes its nodes: not less than that of any node of this version;
   *     see {@link TreeEditor#dirtied()}
   */
  public TreeEditor edit(long era) {
    return new TreeEditor(this, era);
  }

  /**
   * Whether both versions share their root node, or its page, and so certainly all entries. Loads
   * nothing.
   */
  public boolean sameRoot(Tree other) {
    if (root == other.root) {
      return true;
    }
    PageRef mine = root.page();
    PageRef others = other.root.page();
    return mine != null && others != null && mine.samePage(others);
  }
}

package io.mosql.storage.tree;

import io.mosql.core.codec.Keys;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A checker of the invariants of a tree version. It walks the whole tree, loading nodes that are
 * not in memory, and checks: order of keys, separators, equal depth of leaves, counts, fill of
 * nodes, size and, when it is kept, the content hash.
 */
public final class TreeChecker {
  private final TreeShape shape;
  private int leafDepth = -1;
  private byte @Nullable [] lastKey;
  private long hash;

  private TreeChecker(TreeShape shape) {
    this.shape = shape;
  }

  /**
   * Checks the tree.
   *
   * @throws IllegalStateException naming the violated invariant
   */
  public static void verify(Tree tree) {
    TreeChecker checker = new TreeChecker(tree.shape());
    long entries = checker.node(tree.root(), 0, null, null);
    if (entries != tree.size()) {
      throw broken("size", "the tree says " + tree.size() + ", has " + entries);
    }
    if (tree.shape().keepsHash() && checker.hash != tree.contentHash()) {
      throw broken("hash", "the tree says " + tree.contentHash() + ", has " + checker.hash);
    }
  }

  private long node(TreeNode node, int depth, byte @Nullable [] low, byte @Nullable [] high) {
    return node instanceof Leaf leaf
        ? leaf(leaf, depth, low, high)
        : inner((InnerNode) node, depth, low, high);
  }

  private long leaf(Leaf leaf, int depth, byte @Nullable [] low, byte @Nullable [] high) {
    if (leafDepth < 0) {
      leafDepth = depth;
    }
    if (leafDepth != depth) {
      throw broken("depth", "leaves at " + leafDepth + " and at " + depth);
    }
    int size = leaf.size();
    if (!shape.fits(leaf) || (size == 0 && depth > 0)) {
      throw broken("fill", "a leaf of " + size + " entries, " + leaf.packedBytes() + " bytes");
    }
    for (int i = 0; i < size; i++) {
      byte[] key = leaf.key(i);
      if (lastKey != null && Keys.compare(lastKey, key) >= 0) {
        throw broken("order", hex(key) + " follows " + hex(lastKey));
      }
      if ((low != null && Keys.compare(key, low) < 0)
          || (high != null && Keys.compare(key, high) >= 0)) {
        throw broken("separator", hex(key) + " is not within " + hex(low) + " to " + hex(high));
      }
      lastKey = key;
      if (shape.keepsHash()) {
        hash += EntryHash.of(key, leaf.value(i));
      }
    }
    return size;
  }

  private long inner(InnerNode inner, int depth, byte @Nullable [] low, byte @Nullable [] high) {
    int size = inner.size();
    if (size < 2 || size > shape.innerFanout()) {
      throw broken("fill", "an inner node of " + size + " children");
    }
    long sum = 0;
    byte[] from = low;
    for (int slot = 0; slot < size; slot++) {
      byte[] to = slot == size - 1 ? high : inner.separator(slot);
      if (from != null && to != null && Keys.compare(from, to) >= 0) {
        throw broken("separator", hex(to) + " follows " + hex(from));
      }
      long entries = node(inner.child(slot), depth + 1, from, to);
      if (entries != inner.count(slot)) {
        throw broken("count", "a node says " + inner.count(slot) + ", its child has " + entries);
      }
      sum += entries;
      from = to;
    }
    return sum;
  }

  private static IllegalStateException broken(String invariant, String details) {
    return new IllegalStateException("Broken invariant of the tree: " + invariant + ": " + details);
  }

  private static String hex(byte @Nullable [] key) {
    return key == null ? "unbounded" : HexFormat.of().formatHex(key);
  }
}

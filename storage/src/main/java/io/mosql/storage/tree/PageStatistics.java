package io.mosql.storage.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * Number and bytes of the pages of a tree version, for display. Nodes that no checkpoint has
 * written yet count as their future pages.
 *
 * <p>Parents contain the sizes of their leaves, so that no leaf is loaded except a root. At most
 * 256 inner nodes of a level are loaded, spread evenly over the tree: the figures are exact up to
 * 256 parents of leaves (some 16,000 leaves, or 130 MB of rows), and beyond that as accurate as
 * such a sample.
 *
 * @param pages leaves and inner nodes
 * @param bytes of all pages
 * @param depth pages from the root down to a leaf, both counted; 0 for an empty tree
 */
public record PageStatistics(long pages, long bytes, int depth) {
  public static final PageStatistics NONE = new PageStatistics(0, 0, 0);

  private static final int LOADED_MAX = 256;

  /**
   * Computes the statistics.
   *
   * @throws io.mosql.core.error.MosqlException XX001 when an inner page is damaged, 58030 when it
   *     cannot be read
   */
  public static PageStatistics of(Tree tree) {
    if (tree.isEmpty()) {
      return NONE;
    }
    TreeNode root = tree.root();
    double pages = 1;
    double bytes = bytes(root);
    List<Child> nodes = List.of(root);
    double weight = 1; // Number of nodes of the tree that each sampled node represents.
    for (int level = root.level(); level > 0; level--) {
      int loaded = Math.min(nodes.size(), LOADED_MAX);
      weight *= (double) nodes.size() / loaded;
      nodes = below(nodes, loaded, level);
      pages += weight * nodes.size();
      for (Child node : nodes) {
        bytes += weight * bytes(node);
      }
    }
    return new PageStatistics(Math.round(pages), Math.round(bytes), root.level() + 1);
  }

  /** The children of so many of the nodes. */
  private static List<Child> below(List<Child> nodes, int loaded, int level) {
    List<Child> children = new ArrayList<>();
    for (int i = 0; i < loaded; i++) {
      InnerNode inner = TreePages.inner(nodes.get((int) ((long) i * nodes.size() / loaded)), level);
      for (int slot = 0; slot < inner.size(); slot++) {
        children.add(inner.held(slot));
      }
    }
    return children;
  }

  private static int bytes(Child child) {
    PageRef page = child.page();
    return page != null ? page.length() : child.node().packedBytes();
  }
}

package io.mosql.storage;

import java.util.List;

/**
 * Compares what Table reads stand for, value by value; those that hold are read anew from then on.
 */
final class TableReads {
  private TableReads() {}

  /** Whether any of them held. */
  static boolean reverify(List<TreeView> changed, Root root) {
    boolean any = false;
    for (TreeView view : changed) {
      any |= reverify(view, root);
    }
    return any;
  }

  static boolean reverify(TreeView view, Root root) {
    boolean any = reverify(view.certain(), root, view.id());
    TreeReads others = view.plain();
    if (others != null && others != view.certain()) {
      any |= reverify(others, root, view.id());
    }
    return any;
  }

  private static boolean reverify(TreeReads reads, Root root, long tree) {
    if (!reads.isWhole() || !reads.holdIn(root.tree(tree))) {
      return false;
    }
    reads.verifiedAt(root.treePosition(tree));
    return true;
  }
}

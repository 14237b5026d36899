package io.mosql.storage.transaction;

import io.mosql.storage.version.Root;
import java.util.List;

/** A validator of whole-table reads by value; unchanged ones are valid for the newer root. */
final class TableReadValidator {
  private TableReadValidator() {}

  /** Whether any of them is unchanged. */
  static boolean reverify(List<TreeOverlay> changed, Root root) {
    boolean any = false;
    for (TreeOverlay view : changed) {
      any |= reverify(view, root);
    }
    return any;
  }

  static boolean reverify(TreeOverlay view, Root root) {
    boolean any = reverify(view.certified(), root, view.id());
    TreeReadSet others = view.plain();
    if (others != null && others != view.certified()) {
      any |= reverify(others, root, view.id());
    }
    return any;
  }

  private static boolean reverify(TreeReadSet reads, Root root, long tree) {
    if (!reads.isWhole() || !reads.isValidIn(root.tree(tree))) {
      return false;
    }
    reads.verifiedAt(root.treePosition(tree));
    return true;
  }
}

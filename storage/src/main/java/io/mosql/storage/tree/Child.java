package io.mosql.storage.tree;

import org.jspecify.annotations.Nullable;

/** A child of an inner node: a node, or a reference to the page of one. */
abstract sealed class Child permits TreeNode, PageRef {
  /** The node, loaded when it is not in memory. */
  abstract TreeNode node();

  /** Its page, as far as it has been written. */
  abstract @Nullable PageRef page();
}

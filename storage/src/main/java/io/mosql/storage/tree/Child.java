package io.mosql.storage.tree;

import org.jspecify.annotations.Nullable;

/** What hangs below an inner node: a node, or a reference to the page of one. */
abstract sealed class Child permits Node, PageRef {
  /** The node itself, loaded when it is not in memory. */
  abstract Node node();

  /** Where it is stored, as far as it has been written. */
  abstract @Nullable PageRef page();
}

package io.mosql.storage.tree;

/** What hangs below an inner node: a node, or a reference to the page of one. */
abstract sealed class Child permits Node, PageRef {
  /** The node itself, loaded when it is not in memory. */
  abstract Node node();
}

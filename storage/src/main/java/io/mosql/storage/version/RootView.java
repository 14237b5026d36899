package io.mosql.storage.version;

import io.mosql.storage.tree.Tree;
import org.jspecify.annotations.Nullable;

/**
 * The view of a root against which requests are certified: a published root, or the tentative one
 * of an open batch.
 */
public interface RootView {
  long timeline();

  long epoch();

  /** The retention of outcomes. */
  OutcomeWindow window();

  /** Position of the last commit in it. */
  long position();

  /** The tree's contents, or null when there is no such tree. */
  @Nullable Tree tree(long id);

  boolean hasTree(long id);

  /** The stored row, or null when the row or the tree is absent. */
  byte @Nullable [] get(long tree, byte[] key);

  /** Position of the last write to the tree; 0 for no tree. */
  long treePosition(long id);

  /** Whether the tree certainly has the same entries as in the snapshot. */
  boolean sharesTree(Root snapshot, long id);
}

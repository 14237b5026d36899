package io.mosql.storage.version;

import io.mosql.storage.tree.PageStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Sizes and key ranks of the trees of a snapshot, for the optimizer and for display: not recorded
 * as reads, and without the writes of the running transaction. Valid as long as the snapshot is
 * open. Thread-safe.
 */
public interface TreeEstimates {
  /** Number of rows in [from, to), exactly. 0 for an unknown tree. */
  long count(long tree, byte @Nullable [] from, byte @Nullable [] to);

  /**
   * The key of a rank: the one with this many keys before it.
   *
   * @return null when there are not so many, or for an unknown tree
   */
  byte @Nullable [] keyAt(long tree, long rank);

  /** Statistics of the tree's pages. None for an unknown tree. */
  PageStatistics pages(long tree);
}

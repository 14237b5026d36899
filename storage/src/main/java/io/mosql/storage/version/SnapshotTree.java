package io.mosql.storage.version;

import io.mosql.storage.tree.Tree;
import org.jspecify.annotations.Nullable;

/**
 * A tree of a snapshot, behind a reference that can be cleared: once the snapshot was ended nothing
 * of it stays in memory, even if its transaction is never used again. Thread-safe.
 */
public final class SnapshotTree {
  private final Snapshot snapshot;
  private volatile @Nullable Tree tree;

  SnapshotTree(Snapshot snapshot, Tree tree) {
    this.snapshot = snapshot;
    this.tree = tree;
  }

  /**
   * The tree.
   *
   * @throws io.mosql.core.error.MosqlException 72000 when the snapshot was ended
   */
  public Tree get() {
    Tree held = tree;
    if (held == null) {
      throw snapshot.tooOld();
    }
    return held;
  }

  /** Called when the snapshot is ended. */
  void release() {
    tree = null;
  }
}

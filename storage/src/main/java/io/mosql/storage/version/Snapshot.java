package io.mosql.storage.version;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.tree.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A pinned root: its pages stay in the files until the snapshot is closed, or ended because it is
 * too old or memory is short. From then on it refers to no root, and every use fails with 72000.
 *
 * <p>Used by its owner's thread; ended by any.
 */
public final class Snapshot implements AutoCloseable {
  /** The kind of owner, which determines how it may end. */
  public enum Holder {
    TRANSACTION,
    BACKUP
  }

  private final SnapshotRegistry registry;
  private final Holder holder;
  private final long owner;
  private final int slot;

  private volatile @Nullable Root root;

  /** Guarded by this. */
  private final List<SnapshotTree> trees = new ArrayList<>(4);

  private volatile @Nullable String ended;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Time in nanoseconds when it was first detected, 0 before; written by the maintenance alone. */
  private volatile long firstSeenNanos;

  Snapshot(SnapshotRegistry registry, Holder holder, long owner, int slot) {
    this.registry = registry;
    this.holder = holder;
    this.owner = owner;
    this.slot = slot;
  }

  /**
   * The root.
   *
   * @throws MosqlException 72000 when it was ended
   */
  public Root root() {
    Root held = root;
    if (held == null) {
      throw tooOld();
    }
    return held;
  }

  /**
   * Checks that it has not been ended.
   *
   * @throws MosqlException 72000
   */
  public void check() {
    if (ended != null) {
      throw tooOld();
    }
  }

  public boolean isEnded() {
    return ended != null;
  }

  public Holder holder() {
    return holder;
  }

  /** Number of its owner, set by the caller; 0 for none. */
  public long owner() {
    return owner;
  }

  /** Its slot in the registry. */
  int slot() {
    return slot;
  }

  /** Sets the root; called once, after registration. */
  void take(Root taken) {
    InvariantViolation.check(root == null, "a snapshot has one root");
    root = taken;
  }

  /** Version of its root; 0, older than all others, while it is being taken. */
  long version() {
    Root held = root;
    return held == null ? 0 : held.version();
  }

  /** Position of its root; 0 while it is being taken. */
  public long position() {
    Root held = root;
    return held == null ? 0 : held.position();
  }

  /** Heap of dirty nodes in its root, which it may keep alive. */
  long dirtyBytes() {
    Root held = root;
    return held == null ? 0 : held.dirt().bytes();
  }

  /** Whether it may still refer to pages. */
  boolean isLive() {
    return !closed.get() && ended == null;
  }

  public long firstSeenNanos() {
    return firstSeenNanos;
  }

  void recordFirstSeen(long nanos) {
    firstSeenNanos = nanos;
  }

  /** A tree of its root, which is released when the snapshot is ended. */
  public synchronized SnapshotTree hold(Tree tree) {
    check();
    SnapshotTree held = new SnapshotTree(this, tree);
    trees.add(held);
    return held;
  }

  /** Ends it: the owner's next use fails with 72000 for the reason. */
  public synchronized void end(String reason) {
    ended = reason;
    root = null;
    trees.forEach(SnapshotTree::release);
    trees.clear();
  }

  /** Closes it; from any thread, and any number of times. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      registry.forget(this);
    }
  }

  /** The error of a use after the end. */
  MosqlException tooOld() {
    String reason = ended;
    if (reason == null) {
      throw new InvariantViolation("a snapshot without a root was ended");
    }
    return StorageErrorMessage.SNAPSHOT_ENDED.error(reason);
  }
}

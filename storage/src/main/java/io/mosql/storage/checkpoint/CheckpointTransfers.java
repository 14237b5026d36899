package io.mosql.storage.checkpoint;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogSnapshot.SnapshotFile;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.SegmentWriter;
import io.mosql.storage.version.Snapshot;
import io.mosql.storage.version.SnapshotRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The current checkpoint, and its transfers to other nodes. While a checkpoint is sent its segments
 * are pinned by a snapshot, and no other checkpoint is installed, since all manifests have the same
 * file name. Thread-safe.
 */
final class CheckpointTransfers {
  private static final int ALL = Integer.MAX_VALUE;

  private final PageStore pages;
  private final SnapshotRegistry snapshots;

  /** One permit for each transfer; all of them to install another checkpoint. */
  private final Semaphore permits = new Semaphore(ALL, true);

  private volatile @Nullable Checkpoint last;
  private volatile boolean discarded;

  CheckpointTransfers(PageStore pages, SnapshotRegistry snapshots, @Nullable Checkpoint last) {
    this.pages = pages;
    this.snapshots = snapshots;
    this.last = last;
  }

  /** The current checkpoint; null before the first. */
  @Nullable Checkpoint last() {
    return last;
  }

  /** Prevents any further installation of a checkpoint. */
  void discard() {
    discarded = true;
  }

  /**
   * @throws MosqlException 57P05 when the files have been abandoned
   */
  void requireNotDiscarded() {
    if (discarded) {
      throw StorageErrorMessage.REPLICA_DISCARDED.error();
    }
  }

  /** Installs a checkpoint, as soon as no transfer is running. */
  void install(Checkpoint next, SegmentWriter segments) throws IOException {
    permits.acquireUninterruptibly(ALL);
    try {
      requireNotDiscarded();
      Checkpoint before = last;
      InvariantViolation.check(
          before == null || next.stamp().index() >= before.stamp().index(),
          "the log indexes of checkpoints ascend");
      pages.install(next.manifest(), segments);
      last = next;
    } finally {
      permits.release(ALL);
    }
  }

  /** The current checkpoint, for a transfer; null when there is none. */
  @Nullable LogSnapshot send() {
    while (true) {
      Checkpoint checkpoint = last;
      if (checkpoint == null || discarded) {
        return null;
      }
      LogSnapshot snapshot = send(checkpoint);
      if (snapshot != null) {
        return snapshot;
      }
    }
  }

  /** Null when another one has been installed meanwhile. */
  private @Nullable LogSnapshot send(Checkpoint checkpoint) {
    Snapshot pin = pin(checkpoint);
    boolean held = false;
    boolean good = false;
    try {
      if (pin == null) {
        return null;
      }
      // Segments are read only once, sequentially; long reads delay no checkpoint.
      List<SnapshotFile> files = new ArrayList<>(pages.digest(checkpoint.manifest()));
      permits.acquireUninterruptibly();
      held = true;
      if (!isInForce(checkpoint)) {
        return null;
      }
      files.add(pages.digestManifest());
      Path directory = pages.directory();
      AtomicBoolean open = new AtomicBoolean(true);
      LogSnapshot snapshot =
          new LogSnapshot(
              checkpoint.stamp(),
              directory == null ? Path.of("") : directory,
              files,
              () -> {
                if (open.compareAndSet(true, false)) {
                  permits.release();
                  pin.close();
                }
              });
      good = true;
      return snapshot;
    } catch (IOException e) {
      throw StorageErrorMessage.CHECKPOINT_NOT_READABLE.causedBy(e);
    } finally {
      if (!good && held) {
        permits.release();
      }
      if (!good && pin != null) {
        pin.close();
      }
    }
  }

  private boolean isInForce(Checkpoint checkpoint) {
    Checkpoint now = last;
    return now != null && now.root() == checkpoint.root() && now.stamp().equals(checkpoint.stamp());
  }

  /** While it is pinned its files are kept; null when it is not current any more. */
  private @Nullable Snapshot pin(Checkpoint checkpoint) {
    permits.acquireUninterruptibly();
    try {
      return isInForce(checkpoint)
          ? snapshots.open(Snapshot.Holder.BACKUP, 0, checkpoint::root)
          : null;
    } finally {
      permits.release();
    }
  }
}

package io.mosql.storage.checkpoint;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogSnapshot.SnapshotFile;
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
 * The current checkpoint, and the transfers of checkpoints to other nodes. While one is sent its
 * segments are kept by a snapshot, and no other checkpoint is put in force, since its manifest has
 * a name that all share. Thread-safe.
 */
final class CheckpointTransfers {
  private static final int ALL = Integer.MAX_VALUE;

  private final PageStore pages;
  private final SnapshotRegistry snapshots;

  /** One for each that is being sent; all of them to put another one in force. */
  private final Semaphore permits = new Semaphore(ALL, true);

  private volatile @Nullable Checkpoint last;
  private volatile boolean forsaken;

  CheckpointTransfers(PageStore pages, SnapshotRegistry snapshots, @Nullable Checkpoint last) {
    this.pages = pages;
    this.snapshots = snapshots;
    this.last = last;
  }

  /** The one in force; null before the first. */
  @Nullable Checkpoint last() {
    return last;
  }

  /** No other one is ever put in force. */
  void discard() {
    forsaken = true;
  }

  /**
   * @throws MosqlException 57P05 when the files have been given up
   */
  void requireNotDiscarded() {
    if (forsaken) {
      throw new MosqlException(
          SqlState.NOT_LEADER, "this copy of the database gives way to a newer one");
    }
  }

  /** Puts one in force, as soon as none is being sent. */
  void install(Checkpoint next, SegmentWriter segments) throws IOException {
    permits.acquireUninterruptibly(ALL);
    try {
      requireNotDiscarded();
      pages.install(next.manifest(), segments);
      last = next;
    } finally {
      permits.release(ALL);
    }
  }

  /** The one in force, to be sent; null when there is none. */
  @Nullable LogSnapshot send() {
    while (true) {
      Checkpoint checkpoint = last;
      if (checkpoint == null || forsaken) {
        return null;
      }
      LogSnapshot snapshot = send(checkpoint);
      if (snapshot != null) {
        return snapshot;
      }
    }
  }

  /** Null when another one has come into force meanwhile. */
  private @Nullable LogSnapshot send(Checkpoint checkpoint) {
    Snapshot pin = pin(checkpoint);
    boolean held = false;
    boolean good = false;
    try {
      if (pin == null) {
        return null;
      }
      // Segments are read through only once; long reads hold up no checkpoint.
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
      throw new MosqlException(SqlState.IO_ERROR, "a checkpoint could not be read", e);
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

  /** While it is pinned its files stay; null when it is not in force any more. */
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

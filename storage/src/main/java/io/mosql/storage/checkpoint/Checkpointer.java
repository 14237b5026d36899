package io.mosql.storage.checkpoint;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.port.Clock;
import io.mosql.core.port.CommitLog;
import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.LocalCommitLog;
import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;
import io.mosql.core.port.ThreadEnd;
import io.mosql.storage.checkpoint.CheckpointStatus.Cause;
import io.mosql.storage.commit.CheckpointProvider;
import io.mosql.storage.commit.DirtyTracker;
import io.mosql.storage.commit.GroupCommit;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.page.PageStore;
import io.mosql.storage.page.PageSyncException;
import io.mosql.storage.page.SegmentId;
import io.mosql.storage.page.SegmentInfo;
import io.mosql.storage.tree.Tree;
import io.mosql.storage.tree.TreePages;
import io.mosql.storage.version.Root;
import io.mosql.storage.version.Snapshot;
import io.mosql.storage.version.SnapshotRegistry;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The checkpointer: takes checkpoints in its own thread when enough has changed or an interval has
 * passed, on request in the calling thread, and once at shutdown. After each one it purges the log
 * before it, deletes segments that no snapshot needs any more, and relocates live pages out of
 * segments with much garbage.
 *
 * <p>Failure: a checkpoint that could not be written leaves the previous one in force, and is
 * retried later; commits continue as long as there is memory and log space. A failed sync stops the
 * store for good with 58030, since the contents of the disk are unknown, and so does a violated
 * invariant with XX000. Thread-safe; one lock admits one checkpoint at a time, and no commit ever
 * blocks on it.
 */
public final class Checkpointer implements CheckpointProvider {
  private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * Number of records without changes after which a checkpoint is due, so that the log can be
   * purged.
   */
  private static final int IDLE_RECORDS_MAX = 1024;

  private final PageStore pages;
  private final CommitLog log;
  private final Clock clock;
  private final CheckpointOptions options;
  private final DirtyTracker tracker;
  private final SnapshotRegistry snapshots;
  private final SegmentCleaner cleaner;
  private final CheckpointStatus figures = new CheckpointStatus();
  private final RetiredSegments retired = new RetiredSegments();
  private final ReentrantLock checkpointing = new ReentrantLock();
  private final Thread thread;

  private @Nullable GroupCommit pipeline;

  private final CheckpointTransfers inForce;

  /** In force when this process opened the database; null for none. */
  private final @Nullable Checkpoint found;

  private volatile @Nullable CheckpointWriter running;
  private volatile boolean hurried;
  private volatile boolean ended;
  private long lastNanos;
  private long retryNanos;

  public Checkpointer(
      PageStore pages,
      CommitLog log,
      Clock clock,
      CheckpointOptions options,
      DirtyTracker tracker,
      SnapshotRegistry snapshots,
      @Nullable Checkpoint last) {
    this.pages = pages;
    this.log = log;
    this.clock = clock;
    this.options = options;
    this.tracker = tracker;
    this.snapshots = snapshots;
    this.cleaner = new SegmentCleaner(options.garbageBytesMin());
    this.inForce = new CheckpointTransfers(pages, snapshots, last);
    this.found = last;
    this.lastNanos = clock.nanoTime();
    this.thread = new Thread(this::run, "mosql-checkpoint");
  }

  /** The source of the roots; set once. */
  public void attach(GroupCommit commits) {
    pipeline = commits;
  }

  /** Starts the background thread; called once. */
  public void start() {
    thread.setDaemon(true);
    thread.start();
  }

  /** Checkpoints a root during recovery of the log, before a commit pipeline exists. */
  @Override
  public void writeNow(Root root) {
    checkpointing.lock();
    try {
      tracker.beginEra(root);
      take(root, root.stamp(), Cause.RECOVERY);
    } finally {
      checkpointing.unlock();
    }
  }

  /**
   * Makes everything that was published before the call part of a checkpoint.
   *
   * @throws MosqlException 53100, 58030 or XX001 when that failed; the previous checkpoint remains
   *     in force
   */
  public void checkpoint(Cause cause) {
    hurried = true;
    checkpointing.lock();
    try {
      next(cause);
    } finally {
      hurried = false;
      checkpointing.unlock();
    }
  }

  /**
   * Takes a checkpoint when the changed pages have half of their memory, for a writer of much data:
   * the other half remains for other commits.
   *
   * @throws MosqlException as {@link #checkpoint}
   */
  public void relieve() {
    if (!isHalfDirty()) {
      return;
    }
    hurried = true;
    checkpointing.lock();
    try {
      if (isHalfDirty()) {
        next(Cause.MEMORY);
      }
    } finally {
      hurried = false;
      checkpointing.unlock();
    }
  }

  private boolean isHalfDirty() {
    return tracker.dirtyBytes(published()) > tracker.dirtyBytesMax() / 2;
  }

  private void next(Cause cause) {
    GroupCommit commits = pipeline();
    LogStamp passed = commits.deliveredStamp();
    tracker.beginEra(commits.published());
    Root root = commits.published();
    LogStamp stamp = passed.index() > root.logIndex() ? passed : root.stamp();
    Checkpoint before = inForce.last();
    if (before != null
        && before.root().version() == root.version()
        && before.stamp().index() >= stamp.index()) {
      tracker.checkpointed();
      return;
    }
    take(root, stamp, cause);
    try {
      settle(commits.published());
      commits.recheckRoom();
      if (cause != Cause.CLOSE) {
        cleaner.clean(last(), commits, tracker);
      }
    } catch (RuntimeException | Error e) {
      throw failed(e);
    }
  }

  private GroupCommit pipeline() {
    GroupCommit commits = pipeline;
    if (commits == null) {
      throw new InvariantViolation("the checkpointer is started before it is used");
    }
    return commits;
  }

  private Checkpoint last() {
    Checkpoint checkpoint = inForce.last();
    if (checkpoint == null) {
      throw new InvariantViolation("a checkpoint is taken before it is pinned");
    }
    return checkpoint;
  }

  private void take(Root root, LogStamp stamp, Cause cause) {
    Checkpoint before = inForce.last();
    long start = clock.nanoTime();
    CheckpointWriter run =
        new CheckpointWriter(pages, clock, pace(cause), before, root, stamp, inForce::install);
    running = run;
    try {
      inForce.requireNotDiscarded();
      Checkpoint done = run.run();
      tracker.checkpointed();
      retired.replaced(
          before == null ? List.of() : before.manifest().segments(),
          before == null ? 0 : before.root().version(),
          done.manifest(),
          root.version());
      settle(root);
      figures.succeeded(cause, clock.wallMicros(), clock.nanoTime() - start, run);
    } catch (IOException | RuntimeException | Error e) {
      throw failed(e);
    } finally {
      running = null;
    }
    // During opening, a replicated log cannot be notified yet.
    if (cause != Cause.RECOVERY || log instanceof LocalCommitLog) {
      log.purge(stamp);
    }
    snapshots.endUntilWithin(
        tracker.dirtyBytesMax(),
        root.version(),
        "memory is low, and it retains old versions of rows");
    deleteUnneeded();
  }

  /** Makes the trees of a durable root refer to its pages. */
  public static void settle(Root root) {
    for (long id : root.treeIds()) {
      Tree tree = root.tree(id);
      if (tree != null) {
        TreePages.settle(tree);
      }
    }
  }

  private MosqlException failed(Throwable thrown) {
    MosqlException cause;
    if (thrown instanceof DiskFullException) {
      cause = StorageErrorMessage.CHECKPOINT_DISK_FULL.causedBy(thrown);
    } else if (thrown instanceof MosqlException known) {
      cause = known;
    } else if (thrown instanceof OutOfMemoryError) {
      cause = StorageErrorMessage.CHECKPOINT_OUT_OF_MEMORY.causedBy(thrown);
    } else if (thrown instanceof IOException) {
      cause = StorageErrorMessage.CHECKPOINT_NOT_WRITTEN.causedBy(thrown);
    } else {
      cause = StorageErrorMessage.CHECKPOINT_FAILED.causedBy(thrown);
    }
    figures.failed(clock.wallMicros(), cause);
    tracker.failed(cause);
    retryLater(cause);
    GroupCommit commits = pipeline;
    if (commits != null) {
      Throwable violation = InvariantViolation.in(thrown);
      if (violation != null) {
        commits.stopFor(
            StorageErrorMessage.INVARIANT_VIOLATED.causedBy(thrown, violation.getMessage()));
      } else if (thrown instanceof PageSyncException) {
        commits.stopFor(StorageErrorMessage.CHECKPOINT_NOT_DURABLE.causedBy(thrown));
      }
      commits.recheckRoom();
    }
    return cause;
  }

  /** Retrying costs nothing on a full disk, and commits may wait for the space that it frees. */
  private void retryLater(MosqlException cause) {
    retryNanos =
        clock.nanoTime() + (cause.state() == SqlState.DISK_FULL ? TICK_NANOS : RETRY_NANOS);
  }

  private void deleteUnneeded() {
    for (SegmentId segment : retired.takeUnneeded(snapshots)) {
      pages.delete(segment);
    }
  }

  /**
   * In the background a checkpoint leaves most of the processors and of the disk to the commits.
   */
  private CheckpointWriter.Throttle pace(Cause cause) {
    if (!options.paced() || !cause.isBackground()) {
      return bytes -> inForce.requireNotDiscarded();
    }
    CheckpointWriter.Throttle resting =
        new SleepingThrottle(
            clock, () -> !hurried && !ended && tracker.dirtyBytes(published()) < restUpTo());
    return bytes -> {
      inForce.requireNotDiscarded();
      resting.written(bytes);
    };
  }

  private long restUpTo() {
    return tracker.dirtyBytesMax() / 4 * 3;
  }

  private Root published() {
    return pipeline().published();
  }

  private void run() {
    // A stopped store never resumes.
    while (!ended && pipeline().isOpen()) {
      try {
        step();
      } catch (RuntimeException | Error e) {
        // Without this thread commits would block forever once memory is full of changes: every
        // failure is kept in the status and reported to the commits that must be refused.
        failed(e);
      }
    }
  }

  private void step() {
    tracker.sleeper(Thread.currentThread());
    Cause cause = due();
    if (cause == null) {
      LockSupport.parkNanos(this, TICK_NANOS);
      // A snapshot that prevents files from being deleted is detected here, about once a second.
      snapshots.recordFirstSeen(Math.max(1, clock.nanoTime()));
      endOldSnapshots();
    } else {
      checkpointInBackground(cause);
    }
  }

  private void checkpointInBackground(Cause cause) {
    checkpointing.lock();
    try {
      if (!ended) {
        lastNanos = clock.nanoTime();
        next(cause);
      }
    } catch (MosqlException e) {
      // Kept in the status; retried after a pause, or by a commit that it blocks.
      retryLater(e);
    } finally {
      checkpointing.unlock();
    }
  }

  private @Nullable Cause due() {
    long now = clock.nanoTime();
    if (!pipeline().isOpen() || (figures.lastFailed() && now - retryNanos < 0)) {
      return null;
    }
    Root newest = published();
    if (tracker.isDue(newest)) {
      return tracker.logBytes() >= options.logBytes() ? Cause.LOG : Cause.MEMORY;
    }
    if (cleaner.isWaiting()) {
      return Cause.CLEANING;
    }
    Checkpoint before = inForce.last();
    boolean changed =
        before == null
            || before.root().version() != newest.version()
            || pipeline().deliveredStamp().index() - before.stamp().index() > IDLE_RECORDS_MAX;
    return changed && now - lastNanos >= TimeUnit.MICROSECONDS.toNanos(options.intervalMicros())
        ? Cause.TIME
        : null;
  }

  private void endOldSnapshots() {
    long limit = TimeUnit.MICROSECONDS.toNanos(options.snapshotAgeMaxMicros());
    if (limit > 0
        && snapshots.endOlderThan(clock.nanoTime() - limit, "its age exceeds maxSnapshotAge") > 0) {
      checkpointing.lock();
      try {
        deleteUnneeded();
      } finally {
        checkpointing.unlock();
      }
    }
  }

  /**
   * Opens a snapshot of the current checkpoint, for a backup: its files are kept until it is
   * closed.
   */
  public PinnedCheckpoint pin() {
    checkpointing.lock();
    try {
      Checkpoint checkpoint = last();
      return new PinnedCheckpoint(
          checkpoint.manifest(), snapshots.open(Snapshot.Holder.BACKUP, 0, checkpoint::root));
    } finally {
      checkpointing.unlock();
    }
  }

  @Override
  public @Nullable LogSnapshot snapshot() {
    return inForce.send();
  }

  @Override
  public void discard() {
    inForce.discard();
    end();
  }

  /** Current statistics of checkpoints and files. */
  public StorageStatistics statistics() {
    CheckpointWriter run = running;
    long fileBytes = 0;
    long liveBytes = 0;
    int segments = 0;
    for (SegmentInfo entry : pages.segments()) {
      fileBytes += entry.bytes();
      liveBytes += entry.liveBytes();
      segments++;
    }
    Root newest = published();
    return figures.statistics(
        run == null ? 0 : run.pagesWritten(),
        run == null ? -1 : run.bytesWritten(),
        tracker.logBytes(),
        tracker.dirtyBytes(newest),
        tracker.dirtyBytesMax(),
        segments,
        fileBytes,
        liveBytes,
        retired.bytes(),
        pages.cacheStatistics());
  }

  /** Stops the thread. */
  public void end() {
    ended = true;
    LockSupport.unpark(thread);
  }

  /** Stops the thread and takes a last checkpoint, unless nothing has changed. */
  public void close() {
    end();
    checkpointing.lock();
    try {
      GroupCommit commits = pipeline;
      if (commits != null && commits.isOpen() && hasChanges(commits.published())) {
        next(Cause.CLOSE);
      }
    } catch (MosqlException e) {
      // The log contains everything. The next opening will report the problem.
      figures.failed(clock.wallMicros(), e);
    } finally {
      checkpointing.unlock();
    }
    ThreadEnd.await(thread);
  }

  /** Whether any transaction was committed since this process opened the database. */
  @SuppressWarnings("ReferenceEquality") // identity: the object that was found at opening
  private boolean hasChanges(Root newest) {
    Checkpoint before = inForce.last();
    return before == null
        || newest.position() > before.root().position() + (before == found ? 1 : 0);
  }
}

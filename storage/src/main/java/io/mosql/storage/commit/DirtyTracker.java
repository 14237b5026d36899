package io.mosql.storage.commit;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import io.mosql.storage.version.Root;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the bytes changed since the last checkpoint: it wakes the checkpointer when a checkpoint
 * is due, and blocks commits while the changes exceed the memory limit.
 *
 * <p>An <em>era</em> begins with each checkpoint. Changes of an era before the current one are
 * being written, or were kept because their checkpoint failed. Thread-safe.
 */
public final class DirtyTracker {
  /** A tracker without limits: for databases that have no pages. */
  public static DirtyTracker idle() {
    return new DirtyTracker(Long.MAX_VALUE, Long.MAX_VALUE);
  }

  private final long logBytesMax;
  private final long dirtyBytesMax;

  private volatile long era = 1;
  private volatile long olderDirt;
  private volatile long logBytes;
  private volatile @Nullable MosqlException refusal;
  private volatile @Nullable Thread sleeper;

  public DirtyTracker(long logBytesMax, long dirtyBytesMax) {
    this.logBytesMax = logBytesMax;
    this.dirtyBytesMax = dirtyBytesMax;
  }

  /** Number of the current era, from 1. */
  long era() {
    return era;
  }

  /** Heap of changed nodes that are in no durable checkpoint. */
  public long dirtyBytes(Root published) {
    Root.Dirt dirt = published.dirt();
    return olderDirt + (dirt.era() == era ? dirt.bytes() : 0);
  }

  public long dirtyBytesMax() {
    return dirtyBytesMax;
  }

  /** Log written since the last checkpoint began. */
  public long logBytes() {
    return logBytes;
  }

  public boolean exceedsDirtyLimit(long dirtyBytes) {
    return dirtyBytes > dirtyBytesMax;
  }

  /**
   * Whether a commit has to wait for the end of a checkpoint.
   *
   * @throws MosqlException the reason when no checkpoint will end
   */
  boolean mustBlockCommits(Root published) {
    if (dirtyBytes(published) <= dirtyBytesMax) {
      return false;
    }
    MosqlException reason = refusal;
    if (reason != null) {
      throw reason.withMessage(
          StorageErrorMessage.UNWRITTEN_CHANGES_EXCEEDED.text(String.valueOf(reason.getMessage())));
    }
    return true;
  }

  /** Records that a batch was written. Called by one thread at a time. */
  @SuppressWarnings(
      "NonAtomicVolatileUpdate") // one writer at a time but for the checkpointer's reset
  void committed(Root root, long bytes) {
    logBytes += bytes;
    if (isDue(root)) {
      wake();
    }
  }

  public boolean isDue(Root published) {
    return logBytes >= logBytesMax || dirtyBytes(published) > dirtyBytesMax / 2;
  }

  /** Sets the callback that wakes the checkpointer; null for none. */
  public void sleeper(@Nullable Thread thread) {
    sleeper = thread;
  }

  void wake() {
    Thread thread = sleeper;
    if (thread != null) {
      sleeper = null;
      LockSupport.unpark(thread);
    }
  }

  /**
   * Records the beginning of a checkpoint: of a root that is published after this call, or was
   * before.
   *
   * @param published the newest root before the call
   */
  @SuppressWarnings("NonAtomicVolatileUpdate")
  public // written by the checkpointer alone
  void beginEra(Root published) {
    olderDirt = dirtyBytes(published);
    logBytes = 0;
    era++;
  }

  /** Records that the checkpoint is durable. */
  public void checkpointed() {
    refusal = null;
    olderDirt = 0;
  }

  /** Records that the checkpoint failed: commits continue as long as there is memory. */
  public void failed(MosqlException cause) {
    refusal = cause;
  }
}

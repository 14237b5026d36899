package io.mosql.storage.checkpoint;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.page.CacheStatistics;
import org.jspecify.annotations.Nullable;

/** Status and counters of the checkpointer; written under its lock, read by any thread. */
public final class CheckpointStatus {
  /** The cause of a checkpoint. */
  public enum Cause {
    LOG,
    MEMORY,
    TIME,
    CLEANING,
    STATEMENT,
    BACKUP,
    RECOVERY,
    CLOSE;

    /** Whether no thread waits for it. */
    boolean isBackground() {
      return this == LOG || this == MEMORY || this == TIME || this == CLEANING;
    }
  }

  private record Success(
      long count, Cause cause, long wallMicros, long nanos, long pages, long bytes) {}

  private record Failure(long count, long wallMicros, MosqlException cause, boolean isLast) {}

  private volatile @Nullable Success success;
  private volatile @Nullable Failure failure;
  private volatile long bytesWritten;

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer at a time
  void succeeded(Cause cause, long wallMicros, long nanos, CheckpointWriter run) {
    Success before = success;
    long count = before == null ? 1 : before.count() + 1;
    success = new Success(count, cause, wallMicros, nanos, run.pagesWritten(), run.bytesWritten());
    bytesWritten = bytesWritten + run.bytesWritten();
    Failure failed = failure;
    if (failed != null) {
      failure = new Failure(failed.count(), failed.wallMicros(), failed.cause(), false);
    }
  }

  void failed(long wallMicros, MosqlException cause) {
    Failure before = failure;
    failure = new Failure(before == null ? 1 : before.count() + 1, wallMicros, cause, true);
  }

  boolean lastFailed() {
    Failure failed = failure;
    return failed != null && failed.isLast();
  }

  /** A consistent copy of all values; parameters as in {@link StorageStatistics}. */
  StorageStatistics statistics(
      long pagesNow,
      long bytesNow,
      long logBytes,
      long dirtyBytes,
      long dirtyBytesMax,
      int segments,
      long fileBytes,
      long liveBytes,
      long retiredBytes,
      CacheStatistics cache) {
    Success done = success;
    Failure failed = failure;
    return new StorageStatistics(
        bytesNow >= 0,
        pagesNow,
        Math.max(0, bytesNow),
        done == null ? 0 : done.count(),
        done == null ? null : done.cause().name().toLowerCase(java.util.Locale.ROOT),
        done == null ? 0 : done.wallMicros(),
        done == null ? 0 : done.nanos() / 1000,
        done == null ? 0 : done.pages(),
        done == null ? 0 : done.bytes(),
        bytesWritten,
        failed == null ? 0 : failed.count(),
        failed == null ? null : failed.cause().getMessage(),
        logBytes,
        dirtyBytes,
        dirtyBytesMax,
        segments,
        fileBytes,
        liveBytes,
        retiredBytes,
        cache);
  }
}

package io.mosql.consensus.local;

import io.mosql.core.port.DiskFullException;
import io.mosql.core.port.ThreadEnd;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The segments of an open log: the filled ones, the active one, and the one prepared to follow it.
 * Slow work runs in a background thread, which ends when it has nothing to do.
 *
 * <p>Thread-safe: one lock guards all state; a commit that blocks on it makes the owner skip its
 * pauses. Failure: when a segment could not be prepared in the background, the commit that needs it
 * tries again and then reports the error. After a failed purge nothing is purged until the log is
 * opened again, since segments must be deleted oldest first.
 */
final class SegmentFiles implements AutoCloseable {
  private static final int GROWTH = 4;
  private static final long THREAD_IDLE_SECONDS = 2;

  private final SegmentAllocator allocation;
  private final LogOptions options;
  private final @Nullable ThreadPoolExecutor background;

  /** The last thread of the executor, which has at most one. */
  private volatile @Nullable Thread worker;

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<FilledSegment> filled = new ArrayDeque<>();
  private long filledBytes;
  private final AtomicBoolean requested = new AtomicBoolean();
  private long nextBytes;
  private @Nullable Segment ready;
  private @Nullable Segment active;
  private boolean purgeable = true;
  private boolean closed;

  SegmentFiles(SegmentAllocator allocation, LogOptions options) {
    this.allocation = allocation;
    this.options = options;
    this.nextBytes = options.initialSegmentBytes();
    this.background = options.prepareInBackground() ? newThread() : null;
  }

  /** A full segment. */
  private record FilledSegment(long sequence, long firstIndex, long bytes) {}

  /** Takes over a segment found at opening, the oldest first. */
  void addFilled(long sequence, long firstIndex, long bytes) {
    filled.addLast(new FilledSegment(sequence, firstIndex, bytes));
    filledBytes += bytes;
  }

  /**
   * Makes the next segment the active one.
   *
   * @param bytes minimum size
   * @throws io.mosql.core.port.DiskFullException with the state unchanged
   */
  Segment activateNext(long bytes) throws IOException {
    allocation.hurry();
    lock.lock();
    try {
      if (closed) {
        throw new IOException("the log is closed");
      }
      Segment next = ready;
      if (next == null) {
        next = allocateNow(bytes);
        ready = next;
      } else if (next.size() < bytes) {
        next.grow(bytes);
      }
      Segment before = active;
      if (before != null) {
        before.close();
        addFilled(before.sequence(), before.firstIndex(), before.size());
      }
      ready = null;
      active = next;
      requested.set(false);
      return next;
    } finally {
      allocation.takeTime();
      lock.unlock();
    }
  }

  /** Starts to prepare the next segment; called once for each active segment. */
  void prepareLater() {
    ThreadPoolExecutor thread = background;
    if (thread != null && requested.compareAndSet(false, true)) {
      thread.execute(this::prepare);
    }
  }

  /** Recycles the segments that contain nothing above the index, unless they must be retained. */
  void purgeLater(long upToIndex) {
    ThreadPoolExecutor thread = background;
    if (thread == null) {
      purge(upToIndex);
    } else {
      thread.execute(() -> purge(upToIndex));
    }
  }

  /** Stops the thread and closes the files. */
  @Override
  public void close() {
    allocation.hurry();
    if (background != null) {
      background.shutdown();
      awaitEnd(background);
      ThreadEnd.await(worker);
    }
    lock.lock();
    try {
      closed = true;
      closeQuietly(ready);
      closeQuietly(active);
      ready = null;
      active = null;
    } finally {
      lock.unlock();
    }
  }

  private void prepare() {
    lock.lock();
    try {
      if (ready == null && !closed) {
        ready = allocate(nextBytes, options.initialSegmentBytes());
      }
    } catch (IOException e) {
      // The commit that needs the segment tries again, and reports the error.
      ready = null;
    } finally {
      lock.unlock();
    }
  }

  private void purge(long upToIndex) {
    lock.lock();
    try {
      while (purgeable
          && !closed
          && !filled.isEmpty()
          && lastIndexOfOldest() <= upToIndex
          && filledBytes - filled.getFirst().bytes() >= options.retainedBytes()) {
        FilledSegment oldest = filled.removeFirst();
        filledBytes -= oldest.bytes();
        allocation.retire(oldest.sequence());
      }
    } catch (IOException e) {
      purgeable = false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * When no segment was prepared in time, the waiting commit gets a small one, which is fast to
   * allocate.
   */
  private long bytesOfUnprepared() {
    return background != null && active != null ? options.initialSegmentBytes() : nextBytes;
  }

  /** A nearly full disk may still have room for a small segment. */
  private Segment allocateNow(long bytes) throws IOException {
    long size = Math.max(bytes, bytesOfUnprepared());
    long least = Math.max(bytes, LogOptions.MIN_SEGMENT_BYTES);
    try {
      return allocate(size, size);
    } catch (DiskFullException e) {
      if (size == least) {
        throw e;
      }
      return allocate(least, least);
    }
  }

  private Segment allocate(long bytes, long enough) throws IOException {
    Segment segment = allocation.allocate(bytes, enough);
    nextBytes = Math.min(options.segmentBytes(), Math.max(nextBytes, GROWTH * segment.size()));
    return segment;
  }

  private long lastIndexOfOldest() {
    Iterator<FilledSegment> oldest = filled.iterator();
    oldest.next();
    if (oldest.hasNext()) {
      return oldest.next().firstIndex() - 1;
    }
    Segment last = active;
    return last == null || last.firstIndex() == 0 ? Long.MAX_VALUE : last.firstIndex() - 1;
  }

  private ThreadPoolExecutor newThread() {
    ThreadPoolExecutor thread =
        new ThreadPoolExecutor(
            1,
            1,
            THREAD_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread made = new Thread(task, "mosql-log-segments");
              made.setDaemon(true);
              worker = made;
              return made;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    thread.allowCoreThreadTimeOut(true);
    return thread;
  }

  private static void awaitEnd(ThreadPoolExecutor thread) {
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        ended = thread.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void closeQuietly(@Nullable Segment segment) {
    if (segment != null) {
      try {
        segment.close();
      } catch (IOException e) {
        // All valid contents are durable.
        return;
      }
    }
  }
}

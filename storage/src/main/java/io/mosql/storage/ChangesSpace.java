package io.mosql.storage;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The heap that the open transactions of a store keep their changes in, together: many that are
 * large fail one by one with 53200, instead of all with the process. Each has a piece free, so that
 * small ones never come here. Thread-safe.
 */
final class ChangesSpace {
  /** What each transaction has without asking, and what is drawn at once. */
  static final long PIECE = 64 << 10;

  private static final long MB = 1 << 20;

  private final long bytesMax;
  private final AtomicLong drawn = new AtomicLong();

  /**
   * @param bytesMax bytes of heap
   */
  ChangesSpace(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Bytes that transactions hold now beside their free pieces. */
  long drawn() {
    return drawn.get();
  }

  Share share() {
    return new Share();
  }

  private void draw(long bytes) {
    if (drawn.addAndGet(bytes) > bytesMax) {
      drawn.addAndGet(-bytes);
      throw new MosqlException(
          SqlState.OUT_OF_MEMORY,
          "the changes of open transactions need more than the "
              + (bytesMax + MB / 2) / MB
              + " MB that there are for them; commit more often");
    }
  }

  /** What one transaction has of it. Used by one thread; given up by any. */
  final class Share {
    private final AtomicLong held = new AtomicLong();
    private long needed;

    private Share() {}

    /**
     * @throws MosqlException 53200 when there is no room; the bytes count as needed all the same,
     *     until {@link #shrink}
     */
    void grow(long bytes) {
      needed += bytes;
      long missing = needed - PIECE - held.get();
      if (missing > 0) {
        long taken = Math.max(missing, PIECE);
        draw(taken);
        held.addAndGet(taken);
      }
    }

    /** Some of what was needed is not any more. */
    void shrink(long bytes) {
      needed -= bytes;
      long idle = held.get() - Math.max(0, needed - PIECE);
      if (idle > 2 * PIECE) {
        held.addAndGet(-idle);
        drawn.addAndGet(-idle);
      }
    }

    /** Nothing is needed now. */
    void clear() {
      needed = 0;
      giveUp();
    }

    /** Others may have it: the transaction goes on to its end without writing. */
    void giveUp() {
      drawn.addAndGet(-held.getAndSet(0));
    }
  }
}

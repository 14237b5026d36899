package io.mosql.storage.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.storage.error.StorageErrorMessage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The heap budget that the write sets of all open transactions of a store share: large transactions
 * fail one by one with 53200 instead of exhausting the heap. A small amount per transaction is
 * free, so that small transactions never use the shared budget. Thread-safe.
 */
public final class WriteMemoryBudget {
  /** The free amount of each transaction, and the unit of allocation. */
  static final long PIECE = 64 << 10;

  private static final long MB = 1 << 20;

  private final LongSupplier bytesMax;
  private final AtomicLong reservedBytes = new AtomicLong();

  /**
   * @param bytesMax supplies the bytes of heap
   */
  public WriteMemoryBudget(LongSupplier bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Bytes allocated to transactions above their free amounts. */
  long reservedBytes() {
    return reservedBytes.get();
  }

  Share share() {
    return new Share();
  }

  private void reserve(long bytes) {
    long most = bytesMax.getAsLong();
    if (reservedBytes.addAndGet(bytes) > most) {
      reservedBytes.addAndGet(-bytes);
      throw StorageErrorMessage.WRITE_MEMORY_EXCEEDED.error((most + MB / 2) / MB);
    }
  }

  /** The share of one transaction. Used by one thread; released by any. */
  final class Share {
    private final AtomicLong held = new AtomicLong();
    private long needed;

    private Share() {}

    /**
     * @throws MosqlException 53200 when the budget is exhausted; the bytes count as needed
     *     nevertheless, until {@link #shrink}
     */
    void grow(long bytes) {
      needed += bytes;
      long missing = needed - PIECE - held.get();
      if (missing > 0) {
        long taken = Math.max(missing, PIECE);
        reserve(taken);
        held.addAndGet(taken);
      }
    }

    /** Reduces the needed bytes. */
    void shrink(long bytes) {
      needed -= bytes;
      long idle = held.get() - Math.max(0, needed - PIECE);
      if (idle > 2 * PIECE) {
        held.addAndGet(-idle);
        reservedBytes.addAndGet(-idle);
      }
    }

    /** Resets the needed bytes to zero. */
    void clear() {
      needed = 0;
      giveUp();
    }

    /** Releases the share for others: the transaction continues to its end without writing. */
    void giveUp() {
      reservedBytes.addAndGet(-held.getAndSet(0));
    }
  }
}

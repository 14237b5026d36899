package io.mosql.sql.session.transaction;

import io.mosql.core.port.Clock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Tracks whether a call of the session is running, and since when the session is idle. Calls of a
 * session are between {@link #enter} and {@link #leave}, which nest. Thread-safe.
 */
public final class SessionActivity {
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile long limitNanos;
  private long leftNanos;

  public SessionActivity(Clock clock) {
    this.clock = clock;
  }

  public void enter() {
    lock.lock();
  }

  public void leave() {
    if (limitNanos != 0 && lock.getHoldCount() == 1) {
      leftNanos = clock.nanoTime();
    }
    lock.unlock();
  }

  /** Whether the next {@link #leave} is that of the outermost call. */
  public boolean isOutermost() {
    return lock.getHoldCount() == 1;
  }

  /** Whether there is a limit, so that short calls have to be guarded too. */
  boolean hasIdleLimit() {
    return limitNanos != 0;
  }

  /**
   * Within a call.
   *
   * @param nanos most that a transaction may be left alone; 0 for no limit
   */
  void setIdleLimit(long nanos) {
    limitNanos = nanos;
  }

  /**
   * Ends what is left alone for too long.
   *
   * @param isOpen whether there is something to end
   * @param end run while nobody can enter
   * @return nanoseconds after which it is to be asked again; {@link Long#MAX_VALUE} for never
   */
  public long endIfIdle(java.util.function.BooleanSupplier isOpen, Runnable end) {
    long limit = limitNanos;
    if (limit == 0) {
      return Long.MAX_VALUE;
    }
    if (!lock.tryLock()) {
      return limit;
    }
    try {
      if (!isOpen.getAsBoolean()) {
        return limit;
      }
      long left = limit - (clock.nanoTime() - leftNanos);
      if (left > 0) {
        return left;
      }
      end.run();
      return limit;
    } finally {
      lock.unlock();
    }
  }
}

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

  /** Whether there is an idle limit, so that short calls must be guarded too. */
  boolean hasIdleLimit() {
    return limitNanos != 0;
  }

  /**
   * Sets the idle limit; must be called within a call of the session.
   *
   * @param nanos longest idle time of a transaction; 0 for no limit
   */
  void setIdleLimit(long nanos) {
    limitNanos = nanos;
  }

  /**
   * Ends the transaction if the session has been idle for longer than its limit.
   *
   * @param isOpen whether a transaction is open
   * @param end ends the transaction; run while no call can enter
   * @return nanoseconds until the next check; {@link Long#MAX_VALUE} for never
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

package io.mosql.sql.exec.runtime;

import io.mosql.core.port.Clock;

/**
 * Counts the waits of one session for rows that other transactions have locked, and their time.
 * Written by the session's thread, read by any.
 */
public final class LockWaitStatistics {
  private final Clock clock;
  private volatile boolean waiting;
  private long sinceNanos;
  private volatile long count;
  private volatile long nanos;

  public LockWaitStatistics(Clock clock) {
    this.clock = clock;
  }

  /** Records that the thread is waiting; may be called repeatedly during a wait. */
  void continueWait() {
    if (!waiting) {
      sinceNanos = clock.nanoTime();
      waiting = true;
    }
  }

  /** Records the end of a lock request, with or without a wait. */
  void endWait() {
    if (waiting) {
      waiting = false;
      long all = nanos + clock.nanoTime() - sinceNanos;
      nanos = all;
      long times = count + 1;
      count = times;
    }
  }

  /** Whether the session is waiting now. */
  public boolean isWaiting() {
    return waiting;
  }

  public long count() {
    return count;
  }

  public long nanos() {
    return nanos;
  }
}

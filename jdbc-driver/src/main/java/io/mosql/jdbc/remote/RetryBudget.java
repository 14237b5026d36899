package io.mosql.jdbc.remote;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time and the pauses that one call may spend on retries on other nodes. From the second retry
 * on it pauses, so that nodes that redirect clients to each other are not overloaded.
 */
final class RetryBudget {
  private static final long PAUSE_MILLIS = 25;
  private static final int DOUBLINGS_MAX = 3;

  private final Deadline limit;
  private int moves;

  RetryBudget(int millis) {
    this.limit = Deadline.in(millis);
  }

  Deadline limit() {
    return limit;
  }

  /** Whether the time is over after at least one attempt. */
  boolean isExhausted() {
    return moves > 1 && limit.isOver();
  }

  void pause() {
    if (moves > 0 && !limit.isOver()) {
      LockSupport.parkNanos(
          TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS << Math.min(moves, DOUBLINGS_MAX)));
    }
    moves++;
  }
}

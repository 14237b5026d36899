package io.mosql.jdbc.remote;

import java.net.SocketTimeoutException;
import java.util.concurrent.TimeUnit;

/**
 * The time limit of an operation, or no limit.
 *
 * @param nanos end, by {@link System#nanoTime()}
 */
record Deadline(boolean never, long nanos) {
  /**
   * @param millis from now, 0 for never
   */
  static Deadline in(int millis) {
    return new Deadline(millis == 0, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
  }

  Deadline sooner(Deadline other) {
    if (never || other.never) {
      return never ? other : this;
    }
    return nanos - other.nanos < 0 ? this : other;
  }

  boolean isOver() {
    return !never && nanos - System.nanoTime() <= 0;
  }

  /**
   * Milliseconds left, at least one; 0 for no limit, as in socket timeouts.
   *
   * @throws SocketTimeoutException when it has passed
   */
  int millisLeft() throws SocketTimeoutException {
    if (never) {
      return 0;
    }
    long left = TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime());
    if (left <= 0) {
      throw new SocketTimeoutException("timed out");
    }
    return (int) Math.min(Integer.MAX_VALUE, left);
  }
}

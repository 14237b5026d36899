package io.mosql.server.shell;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The wish of the person at the terminal to end what runs. Thread-safe: the wish comes from the
 * thread that signals come in.
 */
final class Interrupts {
  /** Something that can be ended from another thread. */
  @FunctionalInterface
  interface Cancellable {
    void cancel() throws SQLException;
  }

  private @Nullable Cancellable running;
  private boolean wanted;

  /** Ends what runs; says why the database would not, if so. */
  @Nullable SQLException interrupt() {
    Cancellable target;
    synchronized (this) {
      wanted = true;
      notifyAll();
      target = running;
    }
    if (target != null) {
      try {
        target.cancel();
      } catch (SQLException e) {
        return e;
      }
    }
    return null;
  }

  synchronized boolean isWanted() {
    return wanted;
  }

  /** What was typed before is done; a wish that came too late is forgotten. */
  synchronized void clear() {
    wanted = false;
  }

  /** Says what runs now; null for nothing. */
  synchronized void running(@Nullable Cancellable now) {
    running = now;
  }

  /**
   * Waits unless there is the wish.
   *
   * @return whether the time has passed
   */
  synchronized boolean pause(long nanos) {
    long end = System.nanoTime() + nanos;
    while (!wanted) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return true;
      }
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return false;
  }
}

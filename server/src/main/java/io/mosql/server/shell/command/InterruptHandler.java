package io.mosql.server.shell.command;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Handles interrupts (Ctrl-C): cancels what is running. Thread-safe: the wish comes from the thread
 * that signals come in.
 */
public final class InterruptHandler {
  /** Something that can be ended from another thread. */
  @FunctionalInterface
  public interface Cancellable {
    void cancel() throws SQLException;
  }

  private @Nullable Cancellable setRunning;
  private boolean wanted;

  /** Ends what runs; says why the database would not, if so. */
  public @Nullable SQLException interrupt() {
    Cancellable target;
    synchronized (this) {
      wanted = true;
      notifyAll();
      target = setRunning;
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

  public synchronized boolean isInterrupted() {
    return wanted;
  }

  /** What was typed before is done; a wish that came too late is forgotten. */
  public synchronized void clear() {
    wanted = false;
  }

  /** Says what runs now; null for nothing. */
  public synchronized void setRunning(@Nullable Cancellable now) {
    setRunning = now;
  }

  /**
   * Waits unless there is the wish.
   *
   * @return whether the time has passed
   */
  public synchronized boolean pause(long nanos) {
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

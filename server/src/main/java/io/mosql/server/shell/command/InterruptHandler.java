package io.mosql.server.shell.command;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Handler of interrupts (Ctrl-C), which cancels the running operation. Thread-safe: interrupts
 * arrive on the signal thread.
 */
public final class InterruptHandler {
  /** Operation that can be cancelled from another thread. */
  @FunctionalInterface
  public interface Cancellable {
    void cancel() throws SQLException;
  }

  private @Nullable Cancellable setRunning;
  private boolean wanted;

  /**
   * Requests an interrupt and cancels the running operation; returns the error if cancellation
   * fails.
   */
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

  /** Clears an interrupt request; called before a new entry. */
  public synchronized void clear() {
    wanted = false;
  }

  /** Sets the running operation; null for none. */
  public synchronized void setRunning(@Nullable Cancellable now) {
    setRunning = now;
  }

  /**
   * Waits for the given time or until an interrupt.
   *
   * @return whether the time has passed without an interrupt
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

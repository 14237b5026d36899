package io.mosql.sql.session.transaction;

import io.mosql.core.port.ThreadEnd;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A daemon thread that repeats a task, and sleeps between the rounds until the time that the task
 * has returned, or until it is woken. It starts when it is woken for the first time. Thread-safe.
 */
final class BackgroundWorker {
  /** Result of a round without a next time. */
  static final long UNTIL_WOKEN = Long.MAX_VALUE;

  private static final long NANOS_MIN = 1_000_000;

  private final String name;
  private final LongSupplier round;
  private @Nullable Thread thread;
  private volatile boolean closed;

  /**
   * Whether the thread was woken since its last round; needed because waiting for a lock may
   * consume the unpark permit.
   */
  private volatile boolean woken;

  /**
   * @param name of the thread
   * @param round returns the nanoseconds until the next one, or {@link #UNTIL_WOKEN}
   */
  BackgroundWorker(String name, LongSupplier round) {
    this.name = name;
    this.round = round;
  }

  /** Starts the thread, or lets it begin a round after the current one. */
  synchronized void wake() {
    if (closed) {
      return;
    }
    Thread running = thread;
    if (running == null) {
      running = new Thread(this::run, name);
      running.setDaemon(true);
      thread = running;
      running.start();
    } else {
      woken = true;
      LockSupport.unpark(running);
    }
  }

  private void run() {
    while (!closed) {
      woken = false;
      long nanos = round.getAsLong();
      if (woken) {
        continue;
      }
      if (nanos == UNTIL_WOKEN) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, Math.max(nanos, NANOS_MIN));
      }
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** Ends the thread after its current round, and waits for its end. */
  void close() {
    Thread running;
    synchronized (this) {
      closed = true;
      woken = true;
      running = thread;
    }
    LockSupport.unpark(running);
    ThreadEnd.await(running);
  }
}

package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.core.port.ThreadEnd;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Ends transactions that have been idle for longer than the session's idle transaction timeout. One
 * daemon thread serves all sessions of a database; it starts with the first session that has a
 * limit, calls {@link #endOverdue} and sleeps until the next deadline. Other threads may call that
 * method too. Thread-safe.
 */
public final class IdleTransactionMonitor {
  private static final long NANOS_MIN = 1_000_000;

  private final Collection<? extends MonitoredSession> sessions;
  private @Nullable Thread thread;
  private volatile boolean closed;

  /**
   * Whether the thread was woken since its last round; needed because waiting for a lock may
   * consume the unpark permit.
   */
  private volatile boolean woken;

  /**
   * @param sessions the open sessions; a live view that may be read at any time
   */
  public IdleTransactionMonitor(Collection<? extends MonitoredSession> sessions) {
    this.sessions = sessions;
  }

  /** The error for a client after its idle transaction was ended. */
  static MosqlException timeoutError() {
    return SqlErrorMessage.IDLE_TRANSACTION_TIMEOUT.error();
  }

  /** Starts or wakes the thread after a session has set or changed its limit. */
  public synchronized void ensureStarted() {
    if (closed) {
      return;
    }
    Thread running = thread;
    if (running == null) {
      running = new Thread(this::run, "mosql-idle");
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
      long nanos = endOverdue();
      if (woken) {
        continue;
      }
      if (nanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, Math.max(nanos, NANOS_MIN));
      }
    }
  }

  /**
   * Ends all overdue transactions.
   *
   * @return nanoseconds until the next transaction may be overdue; {@link Long#MAX_VALUE} for never
   */
  long endOverdue() {
    long next = Long.MAX_VALUE;
    for (MonitoredSession session : sessions) {
      next = Math.min(next, session.endIfIdle());
    }
    return next;
  }

  /** Ends the thread, and waits for its end. */
  public void close() {
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

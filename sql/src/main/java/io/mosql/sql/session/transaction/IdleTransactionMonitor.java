package io.mosql.sql.session.transaction;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.Collection;

/**
 * Ends transactions that have been idle for longer than the session's idle transaction timeout. One
 * daemon thread serves all sessions of a database; it starts with the first session that has a
 * limit, calls {@link #endOverdue} and sleeps until the next deadline. Other threads may call that
 * method too. Thread-safe.
 */
public final class IdleTransactionMonitor {
  private final Collection<? extends MonitoredSession> sessions;
  private final BackgroundWorker worker = new BackgroundWorker("mosql-idle", this::endOverdue);

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
  public void ensureStarted() {
    worker.wake();
  }

  /**
   * Ends all overdue transactions.
   *
   * @return nanoseconds until the next transaction may be overdue; {@link
   *     BackgroundWorker#UNTIL_WOKEN} for none
   */
  long endOverdue() {
    long next = BackgroundWorker.UNTIL_WOKEN;
    for (MonitoredSession session : sessions) {
      next = Math.min(next, session.endIfIdle());
    }
    return next;
  }

  /** Ends the thread, and waits for its end. */
  public void close() {
    worker.close();
  }
}

package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time into a session, as sessions demand, and knows whose statement is inside
 * so that cancelling another one does nothing. Closing and cancelling need no turn: they must work
 * while a statement runs.
 *
 * <p>Use: {@code Session s = gate.enter(this); try { .. } finally { gate.leave(); }}
 */
final class SessionGate {
  private final Session session;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicReference<@Nullable MosqlStatement> inside = new AtomicReference<>();
  private volatile boolean closed;

  SessionGate(Session session) {
    this.session = session;
  }

  /**
   * @param statement on whose behalf, null for the connection's own business
   * @throws SQLException 08003 when the connection is closed; the gate is not entered then
   */
  Session enter(@Nullable MosqlStatement statement) throws SQLException {
    lock.lock();
    if (closed) {
      lock.unlock();
      throw connectionClosed();
    }
    // Ordered, not volatile: whoever cancels a moment too early finds nothing to cancel, as ever.
    inside.setRelease(statement);
    return session;
  }

  void leave() {
    inside.setRelease(null);
    lock.unlock();
  }

  /** Whether the session answers within so many seconds, 0 for any time. */
  boolean isValid(int seconds) {
    if (closed) {
      return false;
    }
    try {
      if (seconds == 0) {
        lock.lock();
      } else if (!lock.tryLock(seconds, TimeUnit.SECONDS)) {
        return false;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
    try {
      return !closed && session.isValid();
    } catch (RuntimeException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  void cancel(MosqlStatement statement) throws SQLException {
    if (inside.get() != statement) {
      return;
    }
    try {
      session.cancel();
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    }
  }

  boolean isClosed() {
    return closed;
  }

  /** From here on nobody enters; true for the one caller who is to close the session. */
  synchronized boolean markClosed() {
    boolean first = !closed;
    closed = true;
    return first;
  }

  void closeSession() throws SQLException {
    try {
      session.close();
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    }
  }

  static SQLException connectionClosed() {
    return SqlErrors.of(SqlState.CONNECTION_CLOSED, "The connection is closed");
  }
}

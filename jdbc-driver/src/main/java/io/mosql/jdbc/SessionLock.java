package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.session.Session;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.remote.RemoteSession;
import io.mosql.jdbc.remote.RemoteSessions;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Serializes the use of a session, and knows the statement that holds it, so that a cancel reaches
 * no other statement. Closing and cancelling need no turn: they must work while a statement runs.
 *
 * <p>Use: {@code Session s = gate.enter(this); try { .. } finally { gate.leave(); }}
 */
final class SessionLock {
  private final Session session;
  private final ReentrantLock lock = new ReentrantLock();
  private final AtomicReference<@Nullable MosqlStatement> current = new AtomicReference<>();
  private volatile boolean closed;
  private volatile int networkTimeout;

  SessionLock(Session session) {
    this.session = session;
  }

  /**
   * @param statement on whose behalf, null for the connection's own business
   * @throws SQLException 08003 when the connection is closed, 08006 when it is lost; the gate is
   *     not entered then
   */
  Session acquire(@Nullable MosqlStatement statement) throws SQLException {
    lock.lock();
    if (isClosed()) {
      lock.unlock();
      throw connectionClosed();
    }
    // Ordered, not volatile: whoever cancels a moment too early finds nothing to cancel, as ever.
    current.setRelease(statement);
    return session;
  }

  void release() {
    current.setRelease(null);
    lock.unlock();
  }

  /** The session's time zone; null when it does not tell, or is lost. */
  @Nullable ZoneId timeZone() {
    lock.lock();
    try {
      return session.timeZone();
    } catch (MosqlException e) {
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the session answers within so many seconds, 0 for any time. */
  boolean isValid(int seconds) {
    if (isClosed()) {
      return false;
    }
    long begin = System.nanoTime();
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
      return !isClosed() && isValidWithin(seconds, begin);
    } catch (RuntimeException | Error e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean isValidWithin(int seconds, long begin) {
    if (!(session instanceof RemoteSession remote)) {
      return session.isValid();
    }
    if (seconds == 0) {
      return remote.isValid();
    }
    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    return remote.isValid((int) Math.max(1, RemoteSessions.millis(seconds) - waited));
  }

  void cancel(MosqlStatement statement) throws SQLException {
    if (current.get() != statement) {
      return;
    }
    try {
      session.cancel();
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    }
  }

  /** Whether it was closed, or the server was lost. */
  boolean isClosed() {
    return closed || session instanceof RemoteSession remote && remote.isBroken();
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

  /** Why nobody is let in. */
  SQLException connectionClosed() {
    return closed
        ? SqlErrors.of(SqlState.CONNECTION_CLOSED, "The connection is closed")
        : SqlErrors.of(SqlState.CONNECTION_LOST, "The connection to the server is lost");
  }

  /** Milliseconds that the server may take to answer, where there is one; else what was set. */
  int networkTimeout() {
    return session instanceof RemoteSession remote ? remote.networkTimeout() : networkTimeout;
  }

  void setNetworkTimeout(int millis) {
    networkTimeout = millis;
    if (session instanceof RemoteSession remote) {
      remote.setNetworkTimeout(millis);
    }
  }
}

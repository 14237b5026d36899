package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.session.Session;
import io.mosql.jdbc.base.DriverErrorMessage;
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
 * The lock of a session, which also records the statement that holds it, so that a cancel affects
 * no other statement. Close and cancel do not acquire the lock: they must work while a statement
 * runs.
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
   * @param statement the statement that acquires the lock, null for operations of the connection
   * @throws SQLException 08003 when the connection is closed, 08006 when it is lost; the lock is
   *     not acquired then
   */
  Session acquire(@Nullable MosqlStatement statement) throws SQLException {
    lock.lock();
    if (isClosed()) {
      lock.unlock();
      throw connectionClosed();
    }
    // An ordered write suffices: a cancel that comes too early has no effect in any case.
    current.setRelease(statement);
    return session;
  }

  /** Whether the session writes large objects. */
  boolean hasLargeObjects() {
    lock.lock();
    try {
      return session.hasLargeObjects();
    } catch (MosqlException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  void release() {
    current.setRelease(null);
    lock.unlock();
  }

  /** The session's time zone; null when it is unknown, or the session is lost. */
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

  /** Whether the session responds within the given seconds, 0 for no limit. */
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

  /** Whether the session was closed, or the connection to the server was lost. */
  boolean isClosed() {
    return closed || session instanceof RemoteSession remote && remote.isBroken();
  }

  /**
   * Marks the session as closed, so that the lock cannot be acquired any more; returns true for the
   * one caller that must close the session.
   */
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

  /** The exception for calls on a closed or lost connection. */
  SQLException connectionClosed() {
    return closed
        ? DriverErrorMessage.CONNECTION_CLOSED.sqlException()
        : DriverErrorMessage.CONNECTION_LOST.sqlException();
  }

  /** Network timeout in milliseconds: that of the remote session, else the stored value. */
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

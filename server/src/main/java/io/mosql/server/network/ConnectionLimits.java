package io.mosql.server.network;

import java.util.concurrent.atomic.AtomicInteger;

/** Counters of connections and sessions, with their limits. Thread-safe. */
final class ConnectionLimits {
  private final NetworkOptions options;
  private final AtomicInteger unauthenticated = new AtomicInteger();
  private final AtomicInteger sessions = new AtomicInteger();

  ConnectionLimits(NetworkOptions options) {
    this.options = options;
  }

  /**
   * Counts a new connection; returns false, without counting it, when too many connections are
   * unauthenticated.
   */
  boolean tryAddConnection() {
    return take(unauthenticated, options.unauthenticatedMax());
  }

  /** Removes a connection that has logged in or is closed. */
  void removeConnection() {
    unauthenticated.decrementAndGet();
  }

  /**
   * Counts a new session; returns false, without counting it, when no session is available to this
   * user.
   */
  boolean tryAddSession(boolean administrator) {
    int reserved = administrator ? 0 : options.reservedForAdministrators();
    return take(sessions, options.connectionsMax() - reserved);
  }

  void removeSession() {
    sessions.decrementAndGet();
  }

  int sessions() {
    return sessions.get();
  }

  /** Whether even an administrator would be refused a session. */
  boolean isFull() {
    return sessions.get() >= options.connectionsMax();
  }

  private static boolean take(AtomicInteger count, int max) {
    while (true) {
      int taken = count.get();
      if (taken >= max) {
        return false;
      }
      if (count.compareAndSet(taken, taken + 1)) {
        return true;
      }
    }
  }
}

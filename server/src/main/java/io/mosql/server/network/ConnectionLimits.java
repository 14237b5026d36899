package io.mosql.server.network;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts connections and sessions and enforces their limits. Thread-safe. */
final class ConnectionLimits {
  private final NetworkOptions options;
  private final AtomicInteger unauthenticated = new AtomicInteger();
  private final AtomicInteger sessions = new AtomicInteger();

  ConnectionLimits(NetworkOptions options) {
    this.options = options;
  }

  /** A connection comes; false, and nothing is counted, when too many have not logged in. */
  boolean tryAddConnection() {
    return take(unauthenticated, options.unauthenticatedMax());
  }

  /** It has logged in, or is gone. */
  void removeConnection() {
    unauthenticated.decrementAndGet();
  }

  /** A session begins; false, and nothing is counted, when there is none left for this user. */
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

  /** Whether not even an administrator would get a session. */
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

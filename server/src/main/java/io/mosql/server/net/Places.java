package io.mosql.server.net;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts who is there, and says who may come in. Thread-safe. */
final class Places {
  private final NetworkOptions options;
  private final AtomicInteger strangers = new AtomicInteger();
  private final AtomicInteger sessions = new AtomicInteger();

  Places(NetworkOptions options) {
    this.options = options;
  }

  /** A connection comes; false, and nothing is counted, when too many have not logged in. */
  boolean enter() {
    return take(strangers, options.unauthenticatedMax());
  }

  /** It has logged in, or is gone. */
  void leave() {
    strangers.decrementAndGet();
  }

  /** A session begins; false, and nothing is counted, when there is none left for this user. */
  boolean enterSession(boolean administrator) {
    int reserved = administrator ? 0 : options.reservedForAdministrators();
    return take(sessions, options.connectionsMax() - reserved);
  }

  void leaveSession() {
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

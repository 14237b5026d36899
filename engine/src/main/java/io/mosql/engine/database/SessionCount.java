package io.mosql.engine.database;

import io.mosql.core.error.InvariantViolation;
import java.util.concurrent.atomic.AtomicInteger;

/** The number of sessions of an open database, which is never negative. Thread-safe. */
public final class SessionCount {
  private final AtomicInteger sessions = new AtomicInteger();

  public void increment() {
    sessions.incrementAndGet();
  }

  /** Counts the end of a session; returns how many are left. */
  public int decrement() {
    int left = sessions.decrementAndGet();
    InvariantViolation.check(
        left >= 0, "the number of sessions of a database is not negative", left, 0);
    return left;
  }

  public int get() {
    return sessions.get();
  }
}

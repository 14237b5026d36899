package io.mosql.sql.session;

import io.mosql.core.port.Clock;
import java.util.function.BooleanSupplier;

/** Says whether the running statement is to stop: cancelled from outside, or out of time. Thread-safe. */
final class Interruption implements BooleanSupplier {
  private final Clock clock;
  private volatile boolean cancelled;
  private volatile long deadline = Long.MAX_VALUE;

  Interruption(Clock clock) {
    this.clock = clock;
  }

  /** A statement begins; earlier cancels are forgotten. */
  void begin(long timeoutMillis) {
    if (cancelled) {
      cancelled = false;
    }
    deadline = timeoutMillis == 0 ? Long.MAX_VALUE : clock.nanoTime() + timeoutMillis * 1_000_000;
  }

  void cancel() {
    cancelled = true;
  }

  @Override
  public boolean getAsBoolean() {
    long until = deadline;
    return cancelled || until != Long.MAX_VALUE && clock.nanoTime() - until > 0;
  }
}

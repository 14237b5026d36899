package io.mosql.testkit;

import io.mosql.core.port.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock whose time of day is wrong by as much as it is told; what has passed is measured right,
 * as it is on a machine whose time is set. Thread-safe.
 */
public final class OffsetClock implements Clock {
  private static final long NANOS_PER_MICRO = 1_000;

  private final Clock right;
  private final AtomicLong offMicros = new AtomicLong();

  /** Right at first. */
  public OffsetClock(Clock right) {
    this.right = right;
  }

  /** Sets it: from now on it is ahead by this, or behind when that is negative. */
  public void set(Duration ahead) {
    offMicros.set(ahead.toNanos() / NANOS_PER_MICRO);
  }

  @Override
  public long wallMicros() {
    return right.wallMicros() + offMicros.get();
  }

  @Override
  public long nanoTime() {
    return right.nanoTime();
  }
}

package io.mosql.testkit;

import io.mosql.core.port.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock with an adjustable offset of its time of day; monotonic time is not affected, as on a
 * machine where the time is set. Thread-safe.
 */
public final class OffsetClock implements Clock {
  private static final long NANOS_PER_MICRO = 1_000;

  private final Clock right;
  private final AtomicLong offMicros = new AtomicLong();

  /** Without an offset at first. */
  public OffsetClock(Clock right) {
    this.right = right;
  }

  /** Sets the offset: the clock is ahead by this, or behind when it is negative. */
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

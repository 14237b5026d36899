package io.mosql.testkit;

import io.mosql.core.port.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that changes only when it is advanced. Thread-safe. */
public final class ManualClock implements Clock {
  private static final long NANOS_PER_MICRO = 1_000;

  private final long startMicros;
  private final AtomicLong nanos = new AtomicLong();

  /** Starts at 2000-01-01T00:00:00Z. */
  public ManualClock() {
    this(946_684_800_000_000L);
  }

  public ManualClock(long wallMicros) {
    this.startMicros = wallMicros;
  }

  public void advance(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }

  @Override
  public long wallMicros() {
    return startMicros + nanos.get() / NANOS_PER_MICRO;
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }
}

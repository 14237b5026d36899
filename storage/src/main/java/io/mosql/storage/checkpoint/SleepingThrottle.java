package io.mosql.storage.checkpoint;

import io.mosql.core.port.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A throttle of a checkpoint that sleeps, so that commits keep most of the processors and of the
 * disk on a small machine. Used by one thread.
 */
final class SleepingThrottle implements CheckpointWriter.Throttle {
  private static final long STRETCH_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** Pauses are this many times as long as the work before them. */
  private static final int REST_PER_WORK = 12;

  private static final long REST_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(500);

  private final Clock clock;
  private final BooleanSupplier mayRest;
  private long started;

  SleepingThrottle(Clock clock, BooleanSupplier mayRest) {
    this.clock = clock;
    this.mayRest = mayRest;
    this.started = clock.nanoTime();
  }

  @Override
  public void written(int bytes) {
    long worked = clock.nanoTime() - started;
    if (worked < STRETCH_NANOS) {
      return;
    }
    if (mayRest.getAsBoolean()) {
      LockSupport.parkNanos(this, Math.min(worked * REST_PER_WORK, REST_NANOS_MAX));
    }
    started = clock.nanoTime();
  }
}

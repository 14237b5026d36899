package io.mosql.core.port;

import java.util.concurrent.locks.LockSupport;

/** A clock, passed in so that tests and simulations control the time. */
public interface Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  long wallMicros();

  /** Monotonic nanoseconds with no particular origin. */
  long nanoTime();

  /**
   * Blocks the calling thread for about this time; like {@link LockSupport#parkNanos}, it may
   * return earlier.
   */
  default void parkNanos(long nanos) {
    LockSupport.parkNanos(nanos);
  }

  /** The system clocks. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long wallMicros() {
          java.time.Instant now = java.time.Instant.now();
          return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
        }

        @Override
        public long nanoTime() {
          return System.nanoTime();
        }
      };
}

package io.mosql.core.port;

/** A clock, passed in so that tests and simulations control the time. */
public interface Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  long wallMicros();

  /** Monotonic nanoseconds with no particular origin. */
  long nanoTime();

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

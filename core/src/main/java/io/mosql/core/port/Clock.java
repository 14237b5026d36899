package io.mosql.core.port;

/** Time, passed in so that tests and simulation own it. */
public interface Clock {
  /** Microseconds since 1970-01-01T00:00:00Z. */
  long wallMicros();

  /** Monotonic nanoseconds with no particular origin. */
  long nanoTime();

  /** The machine's clocks. */
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

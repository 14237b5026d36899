package io.mosql.core.port;

import java.security.SecureRandom;

/** Random bits, passed in so that tests and simulation own them. Thread-safe. */
public interface RandomSource {
  long nextLong();

  /** Unguessable bits of the machine. */
  RandomSource SECURE =
      new RandomSource() {
        private final SecureRandom random = new SecureRandom();

        @Override
        public long nextLong() {
          return random.nextLong();
        }
      };
}

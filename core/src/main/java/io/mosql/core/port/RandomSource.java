package io.mosql.core.port;

import java.security.SecureRandom;

/** A source of random bits, passed in so that tests and simulations control them. Thread-safe. */
public interface RandomSource {
  long nextLong();

  /** Unguessable bits of the operating system. */
  RandomSource SECURE =
      new RandomSource() {
        private final SecureRandom random = new SecureRandom();

        @Override
        public long nextLong() {
          return random.nextLong();
        }
      };
}

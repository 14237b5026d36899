package io.mosql.core.port;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;

/** A source of random bits, passed in so that tests and simulations control them. Thread-safe. */
public interface RandomSource {
  long nextLong();

  /** Returns an array of this many random bytes. */
  default byte[] nextBytes(int count) {
    ByteBuffer bytes = ByteBuffer.allocate((count + Long.BYTES - 1) / Long.BYTES * Long.BYTES);
    while (bytes.hasRemaining()) {
      bytes.putLong(nextLong());
    }
    return Arrays.copyOf(bytes.array(), count);
  }

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

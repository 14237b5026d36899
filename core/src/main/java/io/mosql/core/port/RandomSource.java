package io.mosql.core.port;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

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

  /** Bits for identifiers that do not leave the process, so that they need not be unguessable. */
  RandomSource UNIQUE = () -> ThreadLocalRandom.current().nextLong();

  /** Unguessable bits of the operating system. */
  RandomSource SECURE =
      new RandomSource() {
        /** Loaded when it is first used, since loading the JDK's providers takes long. */
        private static final class Lazy {
          private static final SecureRandom RANDOM = new SecureRandom();
        }

        @Override
        public long nextLong() {
          return Lazy.RANDOM.nextLong();
        }
      };
}

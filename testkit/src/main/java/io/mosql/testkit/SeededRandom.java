package io.mosql.testkit;

import io.mosql.core.port.RandomSource;
import java.util.concurrent.atomic.AtomicLong;

/** A source of random bits that a seed determines (SplitMix64). Thread-safe. */
public final class SeededRandom implements RandomSource {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final AtomicLong state;

  public SeededRandom(long seed) {
    this.state = new AtomicLong(seed);
  }

  @Override
  public long nextLong() {
    long z = state.addAndGet(GOLDEN_GAMMA);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** A number from 0 to below the bound. */
  public int nextInt(int bound) {
    return (int) Long.remainderUnsigned(nextLong(), bound);
  }

  public boolean nextBoolean() {
    return nextLong() < 0;
  }

  /** True with this probability in per cent. */
  public boolean percent(int percent) {
    return nextInt(100) < percent;
  }

  /** Random bytes. */
  @Override
  public byte[] nextBytes(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) nextLong();
    }
    return bytes;
  }

  /** An independent source, determined by this one. */
  public SeededRandom fork() {
    return new SeededRandom(nextLong());
  }
}

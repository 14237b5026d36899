package io.mosql.storage;

import io.mosql.core.port.RandomSource;
import java.util.concurrent.atomic.AtomicLong;

/** Reproducible random bits: SplitMix64. */
public final class SimulationRandom implements RandomSource {
  private final AtomicLong state;

  public SimulationRandom(long seed) {
    state = new AtomicLong(seed);
  }

  @Override
  public long nextLong() {
    long z = state.addAndGet(0x9E3779B97F4A7C15L);
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}

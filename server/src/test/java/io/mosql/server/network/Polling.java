package io.mosql.server.network;

import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Polling for effects of other threads. */
final class Polling {
  private static final long PAUSE_NANOS = 2_000_000;
  private static final long LIMIT_NANOS = 60_000_000_000L;

  private Polling() {}

  static void until(Callable<Boolean> condition) throws Exception {
    long end = System.nanoTime() + LIMIT_NANOS;
    while (!condition.call()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("it did not happen");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}

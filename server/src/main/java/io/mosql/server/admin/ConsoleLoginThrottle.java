package io.mosql.server.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Throttle of console logins after failed attempts of a user. Memory is bounded: the oldest entry
 * is evicted first. Thread-safe; never blocks.
 */
final class ConsoleLoginThrottle {
  private static final int FREE = 5;
  private static final int DOUBLINGS_MAX = 6;
  private static final int USERS_MAX = 1_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Guarded by its own monitor. */
  private final Map<String, Failed> failed = new LinkedHashMap<>();

  private record Failed(int times, long untilNanos) {}

  /** Whether a login attempt is allowed now. */
  boolean tryAcquire(String user, long nowNanos) {
    synchronized (failed) {
      Failed known = failed.get(user);
      return known == null || nowNanos - known.untilNanos() >= 0;
    }
  }

  void failed(String user, long nowNanos) {
    synchronized (failed) {
      Failed known = failed.remove(user);
      int times = known == null ? 1 : known.times() + 1;
      long pause = times < FREE ? 0 : PAUSE_NANOS << Math.min(DOUBLINGS_MAX, times - FREE);
      failed.put(user, new Failed(times, nowNanos + pause));
      if (failed.size() > USERS_MAX) {
        failed.remove(failed.keySet().iterator().next());
      }
    }
  }

  void succeeded(String user) {
    synchronized (failed) {
      failed.remove(user);
    }
  }
}

package io.mosql.server.admin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Throttles console logins after failed attempts of a user. Bounded: what is oldest is forgotten
 * first. Thread-safe; nobody waits here.
 */
final class ConsoleLoginThrottle {
  private static final int FREE = 5;
  private static final int DOUBLINGS_MAX = 6;
  private static final int USERS_MAX = 1_000;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** Guarded by itself. */
  private final Map<String, Failed> failed = new LinkedHashMap<>();

  private record Failed(int times, long untilNanos) {}

  /** Whether a password may be tried now. */
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

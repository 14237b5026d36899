package io.mosql.server.network;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Throttle of logins after failed attempts: by user and address, by address, and by user. Delays by
 * user are shorter, so that an attacker cannot lock out a user by name.
 *
 * <p>Memory is bounded: the least recently used entry is evicted first. Thread-safe; methods never
 * block, they return the delay.
 */
final class LoginThrottle {
  /** Failures without a delay. */
  private static final int FREE = 3;

  /** Failures of an address without a delay; many users may share an address. */
  private static final int FREE_OF_ADDRESS = 20;

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long PAUSE_MAX_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_MAX_OF_USER_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(15);
  private static final int DOUBLINGS_MAX = 20;

  private final int entriesMax;
  private final Map<Object, Entry> entries;

  /** Counter of failures; successful logins are not recorded. */
  private static final class Entry {
    int failures;
    long lastNanos;
    long freeNanos;
  }

  private record Pair(String user, String address) {}

  private record Address(String address) {}

  private record User(String user) {}

  /**
   * @param entriesMax maximum number of entries
   */
  LoginThrottle(int entriesMax) {
    this.entriesMax = entriesMax;
    this.entries = new LinkedHashMap<>(16, 0.75f, true);
  }

  /**
   * Returns the delay of a login in nanoseconds. Concurrent logins are delayed one after the other.
   */
  synchronized long acquireDelayNanos(String user, String address, long nowNanos) {
    long wait = wait(new Pair(user, address), FREE, PAUSE_MAX_NANOS, nowNanos);
    wait = Math.max(wait, wait(new Address(address), FREE_OF_ADDRESS, PAUSE_MAX_NANOS, nowNanos));
    return Math.max(wait, wait(new User(user), FREE, PAUSE_MAX_OF_USER_NANOS, nowNanos));
  }

  private long wait(Object key, int free, long pauseMax, long now) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return 0;
    }
    if (now - Math.max(entry.lastNanos, entry.freeNanos) > FORGET_NANOS) {
      entries.remove(key);
      return 0;
    }
    if (entry.failures < free) {
      return 0;
    }
    int doublings = Math.min(DOUBLINGS_MAX, entry.failures - free);
    long start = entry.freeNanos - now > 0 ? entry.freeNanos : now;
    // A login beyond the maximum delay does not reserve a slot.
    if (start - now <= PAUSE_MAX_NANOS) {
      entry.freeNanos = start + Math.min(pauseMax, STEP_NANOS << doublings);
    }
    return start - now;
  }

  /** Records a login with a wrong password. */
  synchronized void failed(String user, String address, long nowNanos) {
    count(new Pair(user, address), nowNanos);
    count(new Address(address), nowNanos);
    count(new User(user), nowNanos);
    while (entries.size() > entriesMax) {
      entries.remove(entries.keySet().iterator().next());
    }
  }

  private void count(Object key, long now) {
    Entry entry = entries.computeIfAbsent(key, k -> new Entry());
    if (entry.failures == 0) {
      entry.freeNanos = now;
    }
    entry.failures++;
    entry.lastNanos = now;
  }

  /** Records a successful login: clears the failures of this user from this address. */
  synchronized void succeeded(String user, String address) {
    entries.remove(new Pair(user, address));
    entries.remove(new User(user));
  }

  synchronized int size() {
    return entries.size();
  }
}

package io.mosql.server.authentication;

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
public final class LoginThrottle {
  /** Failures without a delay. */
  private static final int FREE = 3;

  /** Failures of an address without a delay; many users may share an address. */
  private static final int FREE_OF_ADDRESS = 20;

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long PAUSE_MAX_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PAUSE_MAX_OF_USER_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(15);
  private static final int DOUBLINGS_MAX = 20;

  private static final int ENTRIES_MAX = 10_000;

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

  public LoginThrottle() {
    this(ENTRIES_MAX);
  }

  /**
   * @param entriesMax maximum number of entries
   */
  LoginThrottle(int entriesMax) {
    this.entriesMax = entriesMax;
    this.entries = new LinkedHashMap<>(16, 0.75f, true);
  }

  /**
   * Returns the delay of a login in nanoseconds. Concurrent logins are delayed one after the other.
   *
   * @param address {@link ClientAddresses#group}
   * @param longestNanos a login with a longer delay is to be refused, and delays no other login
   */
  public synchronized long acquireDelayNanos(
      String user, String address, long nowNanos, long longestNanos) {
    long pair = delay(new Pair(user, address), FREE, nowNanos);
    long host = delay(new Address(address), FREE_OF_ADDRESS, nowNanos);
    long name = delay(new User(user), FREE, nowNanos);
    long delay = Math.max(pair, Math.max(host, name));
    if (delay <= longestNanos) {
      reserve(new Pair(user, address), FREE, PAUSE_MAX_NANOS, nowNanos);
      reserve(new Address(address), FREE_OF_ADDRESS, PAUSE_MAX_NANOS, nowNanos);
      reserve(new User(user), FREE, PAUSE_MAX_OF_USER_NANOS, nowNanos);
    }
    return delay;
  }

  private long delay(Object key, int free, long now) {
    Entry entry = entries.get(key);
    if (entry == null) {
      return 0;
    }
    if (now - Math.max(entry.lastNanos, entry.freeNanos) > FORGET_NANOS) {
      entries.remove(key);
      return 0;
    }
    return entry.failures < free ? 0 : Math.max(0, entry.freeNanos - now);
  }

  private void reserve(Object key, int free, long pauseMax, long now) {
    Entry entry = entries.get(key);
    if (entry != null && entry.failures >= free) {
      int doublings = Math.min(DOUBLINGS_MAX, entry.failures - free);
      entry.freeNanos =
          now + Math.max(0, entry.freeNanos - now) + Math.min(pauseMax, STEP_NANOS << doublings);
    }
  }

  /** Records a login with a wrong password. */
  public synchronized void failed(String user, String address, long nowNanos) {
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
  public synchronized void succeeded(String user, String address) {
    entries.remove(new Pair(user, address));
    entries.remove(new User(user));
  }

  synchronized int size() {
    return entries.size();
  }
}

package io.mosql.sql.session.transaction;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The open sessions of all databases of a server, by number. Thread-safe. */
public final class OpenSessions {
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, MonitoredSession> open = new ConcurrentSkipListMap<>();

  /** A new session number. */
  public long nextNumber() {
    return numbers.incrementAndGet();
  }

  public void add(MonitoredSession session) {
    open.put(session.id(), session);
  }

  public void remove(MonitoredSession session) {
    open.remove(session.id());
  }

  public @Nullable MonitoredSession get(long number) {
    return open.get(number);
  }

  /** Bytes of memory reserved by the statements of all sessions. */
  long memoryUsed() {
    long sum = 0;
    for (MonitoredSession session : open.values()) {
      sum += session.memoryUsed();
    }
    return sum;
  }

  /** Number of sessions with a statement that runs, and does not wait for a row. */
  public int running() {
    int running = 0;
    for (MonitoredSession session : open.values()) {
      SessionInfo facts = session.facts();
      running += facts.statement() != null && !facts.lockWaits().isWaiting() ? 1 : 0;
    }
    return running;
  }

  /** All open sessions, in order of their numbers. */
  public List<MonitoredSession> all() {
    return List.copyOf(open.values());
  }
}

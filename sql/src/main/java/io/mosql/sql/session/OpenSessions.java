package io.mosql.sql.session;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The sessions of the databases that share an {@link Oversight}, by number. Thread-safe. */
final class OpenSessions {
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, MonitoredSession> open = new ConcurrentSkipListMap<>();

  /** A number that no session had. */
  long nextNumber() {
    return numbers.incrementAndGet();
  }

  void add(MonitoredSession session) {
    open.put(session.id(), session);
  }

  void remove(MonitoredSession session) {
    open.remove(session.id());
  }

  @Nullable MonitoredSession get(long number) {
    return open.get(number);
  }

  /** Bytes that their statements keep. */
  long memoryUsed() {
    long sum = 0;
    for (MonitoredSession session : open.values()) {
      sum += session.memoryUsed();
    }
    return sum;
  }

  /** In order of their numbers. */
  List<MonitoredSession> all() {
    return List.copyOf(open.values());
  }
}

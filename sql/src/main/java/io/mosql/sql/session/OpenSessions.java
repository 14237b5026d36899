package io.mosql.sql.session;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The sessions of the databases that share an {@link Oversight}, by number. Thread-safe. */
final class OpenSessions {
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, SqlSession> open = new ConcurrentSkipListMap<>();

  /** A number that no session had. */
  long nextNumber() {
    return numbers.incrementAndGet();
  }

  void add(SqlSession session) {
    open.put(session.id(), session);
  }

  void remove(SqlSession session) {
    open.remove(session.id());
  }

  @Nullable SqlSession get(long number) {
    return open.get(number);
  }

  /** Bytes that their statements keep. */
  long memoryUsed() {
    long sum = 0;
    for (SqlSession session : open.values()) {
      sum += session.plans().memory().used();
    }
    return sum;
  }

  /** In order of their numbers. */
  List<SqlSession> all() {
    return List.copyOf(open.values());
  }
}

package io.mosql.sql.session;

import io.mosql.core.port.StatementObserver.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The last statements that were slow; the oldest goes when there are too many. Thread-safe. */
final class SlowStatements {
  private static final int TEXT_MAX = 4_000;

  private final int max;

  /** The newest first. Guarded by itself. */
  private final ArrayDeque<Slow> kept = new ArrayDeque<>();

  SlowStatements(int max) {
    this.max = max;
  }

  /**
   * A slow statement.
   *
   * @param endedMicros as a TIMESTAMP value
   */
  record Slow(long endedMicros, Statement statement) {}

  void add(long endedMicros, Statement statement) {
    Slow slow = new Slow(endedMicros, shortened(statement));
    synchronized (kept) {
      if (kept.size() == max) {
        kept.removeLast();
      }
      kept.addFirst(slow);
    }
  }

  private static Statement shortened(Statement s) {
    return s.text().length() <= TEXT_MAX
        ? s
        : new Statement(
            s.kind(),
            s.text().substring(0, TEXT_MAX) + "..",
            s.session(),
            s.user(),
            s.database(),
            s.nanos(),
            s.rows(),
            s.sqlState(),
            s.waits(),
            s.waitNanos());
  }

  /** The newest first. */
  List<Slow> all() {
    synchronized (kept) {
      return new ArrayList<>(kept);
    }
  }
}

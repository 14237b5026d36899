package io.mosql.sql.session.transaction;

import io.mosql.core.port.StatementObserver.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The most recent slow statements; the oldest entry is dropped when the log is full. Thread-safe.
 */
public final class SlowStatementLog {
  private static final int TEXT_MAX = 4_000;

  private final int max;

  /** Newest first. Guarded by itself. */
  private final ArrayDeque<SlowStatement> kept = new ArrayDeque<>();

  SlowStatementLog(int max) {
    this.max = max;
  }

  /**
   * A slow statement.
   *
   * @param endedMicros as a TIMESTAMP value
   */
  public record SlowStatement(long endedMicros, Statement statement) {}

  void add(long endedMicros, Statement statement) {
    SlowStatement slow = new SlowStatement(endedMicros, shortened(statement));
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

  /** All entries, newest first. */
  public List<SlowStatement> all() {
    synchronized (kept) {
      return new ArrayList<>(kept);
    }
  }
}

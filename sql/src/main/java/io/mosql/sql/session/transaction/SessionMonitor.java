package io.mosql.sql.session.transaction;

import io.mosql.core.port.StatementObserver;
import io.mosql.sql.session.prepare.StatementStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Session limits, open sessions and statement statistics, shared by all databases of a server.
 * Databases of one server share one, so that numbers of sessions are unique in it, KILL reaches all
 * and {@code mosql.sessions} shows all. Thread-safe.
 */
public final class SessionMonitor {
  /** Maximum number of slow statements in the log. */
  private static final int SLOW_MAX = 500;

  /** Maximum number of statement texts with counters. */
  private static final int TEXTS_MAX = 1_000;

  private final Limits limits;
  private final @Nullable StatementObserver observer;
  private final OpenSessions sessions = new OpenSessions();
  private final SlowStatementLog slowStatements = new SlowStatementLog(SLOW_MAX);
  private final StatementStatistics statements = new StatementStatistics(TEXTS_MAX);

  /**
   * Initial limits of sessions.
   *
   * @param statementTimeoutMillis after which a statement ends with 57014, unless the session sets
   *     another; 0 for never
   * @param sessionMemoryBytes memory that the statements of a session may reserve at a time;
   *     sessions can lower it, not raise it
   * @param slowStatementMillis minimum duration of a slow statement; 0 for all, negative for none
   */
  public record Limits(
      long statementTimeoutMillis,
      long sessionMemoryBytes,
      long slowStatementMillis,
      long memoryBytes) {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** No timeout, a quarter of the heap (8 MB at least) for a session, no slow statements. */
    public static final Limits DEFAULT = new Limits(0, Math.max(8L << 20, HEAP / 4), -1);

    /**
     * Limits with a total for all sessions of a third of the heap, or the limit of one session if
     * that is larger.
     */
    public Limits(long statementTimeoutMillis, long sessionMemoryBytes, long slowStatementMillis) {
      this(
          statementTimeoutMillis,
          sessionMemoryBytes,
          slowStatementMillis,
          Math.max(sessionMemoryBytes, HEAP / 3));
    }
  }

  /**
   * @param observer notified of each statement and commit; null for none
   */
  public SessionMonitor(Limits limits, @Nullable StatementObserver observer) {
    this.limits = limits;
    this.observer = observer;
  }

  /** A monitor without an observer, for a database of its own. */
  public static SessionMonitor unmonitored() {
    return new SessionMonitor(Limits.DEFAULT, null);
  }

  /** Number of open sessions by state, as mosql.sessions calls it. */
  public Map<String, Long> sessionsByState() {
    return sessions.all().stream()
        .collect(
            Collectors.groupingBy(MonitoredSession::state, TreeMap::new, Collectors.counting()));
  }

  /** Unreserved bytes of the memory for all sessions; negative for no limit. */
  public long unusedMemory() {
    return limits.memoryBytes() - sessions.memoryUsed();
  }

  public Limits limits() {
    return limits;
  }

  @Nullable StatementObserver observer() {
    return observer;
  }

  public OpenSessions sessions() {
    return sessions;
  }

  public SlowStatementLog slowStatements() {
    return slowStatements;
  }

  public StatementStatistics statements() {
    return statements;
  }

  /** Whether all statements are timed, instead of a sample of the quick ones. */
  boolean timesAllStatements() {
    return observer != null || limits.slowStatementMillis() >= 0;
  }
}

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
  /** Most slow statements that are kept. */
  private static final int SLOW_MAX = 500;

  /** Most texts of statements that are counted. */
  private static final int TEXTS_MAX = 1_000;

  private final Limits limits;
  private final @Nullable StatementObserver observer;
  private final OpenSessions sessions = new OpenSessions();
  private final SlowStatementLog slowStatements = new SlowStatementLog(SLOW_MAX);
  private final StatementStatistics statements = new StatementStatistics(TEXTS_MAX);

  /**
   * What sessions begin with.
   *
   * @param statementTimeoutMillis after which a statement ends with 57014, unless the session sets
   *     another; 0 for never
   * @param sessionMemoryBytes that the statements of a session may keep at a time; sessions can set
   *     less, not more
   * @param slowStatementMillis from which on a statement is kept as slow; 0 for all, negative for
   *     none
   */
  public record Limits(
      long statementTimeoutMillis,
      long sessionMemoryBytes,
      long slowStatementMillis,
      long memoryBytes) {
    private static final long HEAP = Runtime.getRuntime().maxMemory();

    /** No timeout, a quarter of the heap (8 MB at least) for a session, no slow statements. */
    public static final Limits DEFAULT = new Limits(0, Math.max(8L << 20, HEAP / 4), -1);

    /** All sessions may keep a third of the heap, or what one may. */
    public Limits(long statementTimeoutMillis, long sessionMemoryBytes, long slowStatementMillis) {
      this(
          statementTimeoutMillis,
          sessionMemoryBytes,
          slowStatementMillis,
          Math.max(sessionMemoryBytes, HEAP / 3));
    }
  }

  /**
   * @param observer told of each statement and commit; null for nobody
   */
  public SessionMonitor(Limits limits, @Nullable StatementObserver observer) {
    this.limits = limits;
    this.observer = observer;
  }

  /** Of a database on its own, whose statements nobody is told of. */
  public static SessionMonitor unmonitored() {
    return new SessionMonitor(Limits.DEFAULT, null);
  }

  /** Number of open sessions by state, as mosql.sessions calls it. */
  public Map<String, Long> sessionsByState() {
    return sessions.all().stream()
        .collect(
            Collectors.groupingBy(MonitoredSession::state, TreeMap::new, Collectors.counting()));
  }

  /** Bytes that sessions have not taken of what there is for all of them; negative for none. */
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

  /** Whether all statements are timed, not just some of those that are quick. */
  boolean timesAllStatements() {
    return observer != null || limits.slowStatementMillis() >= 0;
  }
}

package io.mosql.sql.algebra;

/**
 * The locking clause of one table in FROM: which rows are locked, and how long the statement waits
 * for locks.
 *
 * @param purpose what the rows are for
 * @param waitPolicy what to do about a row that another transaction holds
 * @param waitSeconds most that it waits, where that is limited here
 * @param deferred whether a {@link PlanNode.HoldRows} above the scan holds the rows, and not the
 *     scan
 */
public record LockingClause(
    Purpose purpose, WaitPolicy waitPolicy, int waitSeconds, boolean deferred) {
  /** Rows that an UPDATE or DELETE changes: it holds them itself, once all are found. */
  public static final LockingClause TARGET =
      new LockingClause(Purpose.TARGET, WaitPolicy.SESSION, 0, false);

  /** What for. */
  public enum Purpose {
    TARGET,
    UPDATE,
    SHARE
  }

  /** For how long. */
  public enum WaitPolicy {
    /** As long as the session's timeout says. */
    SESSION,
    LIMITED,
    NOWAIT,
    SKIP_LOCKED
  }

  /** Whether the scan holds the rows that it returns. */
  public boolean locksRows() {
    return purpose != Purpose.TARGET && !deferred;
  }

  /** The same for rows that are held after more was done to them. */
  public LockingClause asDeferred() {
    return new LockingClause(purpose, waitPolicy, waitSeconds, true);
  }

  /** As SQL says it. */
  public String toSql() {
    return "for "
        + (purpose == Purpose.SHARE ? "share" : "update")
        + switch (waitPolicy) {
          case SESSION -> "";
          case LIMITED -> " wait " + waitSeconds;
          case NOWAIT -> " nowait";
          case SKIP_LOCKED -> " skip locked";
        };
  }
}

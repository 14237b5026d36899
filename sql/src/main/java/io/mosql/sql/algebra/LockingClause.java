package io.mosql.sql.algebra;

/**
 * The locking clause of one table in FROM: which rows are locked, and how long the statement waits
 * for locks.
 *
 * @param purpose the reason for the locks
 * @param waitPolicy the action when another transaction has locked a row
 * @param waitSeconds maximum wait in seconds, where the clause limits it
 * @param deferred whether a {@link PlanNode.LockRows} above the scan locks the rows instead of the
 *     scan
 */
public record LockingClause(
    Purpose purpose, WaitPolicy waitPolicy, int waitSeconds, boolean deferred) {
  /**
   * The clause for target rows of an UPDATE or DELETE, which locks them itself after all are found.
   */
  public static final LockingClause TARGET =
      new LockingClause(Purpose.TARGET, WaitPolicy.SESSION, 0, false);

  /** The reason for the locks. */
  public enum Purpose {
    TARGET,
    UPDATE,
    SHARE
  }

  /** The action when another transaction has locked a row. */
  public enum WaitPolicy {
    /** Waits up to the session's lock timeout. */
    SESSION,
    LIMITED,
    NOWAIT,
    SKIP_LOCKED
  }

  /** Whether the scan locks the rows that it returns. */
  public boolean locksRows() {
    return purpose != Purpose.TARGET && !deferred;
  }

  /** Returns the same clause for rows that are locked by an operator above the scan. */
  public LockingClause asDeferred() {
    return new LockingClause(purpose, waitPolicy, waitSeconds, true);
  }

  /** Returns the clause as SQL text. */
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

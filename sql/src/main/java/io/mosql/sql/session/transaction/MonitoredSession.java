package io.mosql.sql.session.transaction;

/**
 * An open session as monitoring, KILL and the limit on idle transactions see it. Thread-safe; an
 * object that it returns is as thread-safe as its class says.
 */
public interface MonitoredSession {
  /** Its number, unique among the databases that share an {@link SessionMonitor}. */
  long id();

  SessionInfo facts();

  SessionPrivileges rights();

  SessionTransaction transaction();

  /** Bytes of memory reserved by its statements. */
  long memoryUsed();

  /** Cancels the statement that is running, if any: it ends with 57014. */
  void cancel();

  /** Ends the session on request of another one; its running statement ends with 57P01. */
  void kill();

  /**
   * Ends the transaction if the session has been idle in it for longer than its limit.
   *
   * @return as {@link SessionActivity#endIfIdle}
   */
  long endIfIdle();

  /** Its state, as {@code mosql.sessions} calls it. */
  default String state() {
    if (facts().lockWaits().isWaiting()) {
      return "waiting";
    }
    return facts().statement() != null
        ? "running"
        : transaction().isActive() ? "idle in transaction" : "idle";
  }
}

package io.mosql.core.port;

import org.jspecify.annotations.Nullable;

/**
 * Observer of the statements and commits of a server, for metrics. Called by the session's own
 * thread on its way back to the client, so it must be quick; it never throws. Thread-safe.
 */
public interface StatementObserver {
  /** A statement has ended; a query when its last row was fetched or its cursor was closed. */
  void statement(Statement statement);

  /**
   * A transaction that wrote something ended its commit, whatever came of it.
   *
   * @param nanos until it was durable and published, or rejected
   */
  void commit(long nanos);

  /** What kind of statement it was. */
  enum Kind {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    /** Of the schema, accounts and rights. */
    SCHEMA,
    COPY,
    /** Begins and ends transactions and savepoints. */
    TRANSACTION,
    /** SET, SHOW, EXPLAIN, maintenance. */
    OTHER
  }

  /**
   * A statement that has ended.
   *
   * @param text as it may be shown to people, without secrets and bind values
   * @param session number of it
   * @param nanos since it began, the time that a client took to fetch included; 0 for one that
   *     could not be prepared
   * @param rows that were returned or changed
   * @param sqlState that it failed with; null when it did not
   * @param waits how often it waited for a row that another transaction held
   * @param waitNanos how long altogether
   */
  record Statement(
      Kind kind,
      String text,
      long session,
      String user,
      String database,
      long nanos,
      long rows,
      @Nullable String sqlState,
      long waits,
      long waitNanos) {}
}

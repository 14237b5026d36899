package io.mosql.core.port;

import org.jspecify.annotations.Nullable;

/**
 * An observer of the statements and commits of a server, for metrics. Called by the session's own
 * thread on its way back to the client, so it must be quick; it never throws. Thread-safe.
 */
public interface StatementObserver {
  /** A statement has ended; a query when its last row was fetched or its cursor was closed. */
  void statement(Statement statement);

  /**
   * A transaction that wrote anything ended its commit, with any outcome.
   *
   * @param nanos until it was durable and published, or rejected
   */
  void commit(long nanos);

  /** The kind of a statement. */
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
   * @param text for display, without secrets and bind values
   * @param session number of its session
   * @param nanos since it began, including the time that a client took to fetch; 0 for one that
   *     could not be prepared
   * @param rows number of rows returned or changed
   * @param sqlState that it failed with; null when it did not
   * @param waits how often it waited for a row lock of another transaction
   * @param waitNanos total duration of these waits
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

package io.mosql.core.session;

/**
 * The kind of a statement's changes, which determines what a client may do when the answer to an
 * execution is lost: run the statement again, query the outcome of its transaction, or report that
 * the outcome is unknown.
 */
public enum StatementKind {
  /**
   * Not known, for instance from a server that does not report it: each of the others is possible.
   */
  UNKNOWN,
  /**
   * Reads only. Numbers that it allocates from sequences count as read: a repeated allocation
   * leaves gaps.
   */
  READ,
  /** Changes only the session: settings, BEGIN, savepoints. */
  SESSION,
  /** Commits the open transaction, if there is one. */
  COMMIT,
  /** Rolls back the open transaction, if there is one. */
  ROLLBACK,
  /** Writes, and all its writes are committed or rolled back with one transaction. */
  WRITE,
  /**
   * The same as {@link #WRITE}; in addition, cached properties of other statements may be invalid
   * afterwards.
   */
  SCHEMA,
  /** In autocommit mode it may commit several transactions, one after the other. */
  SEVERAL_TRANSACTIONS,
  /** Has effects that no rollback undoes: on accounts, databases, servers, files, sequences. */
  NOT_TRANSACTIONAL
}

package io.mosql.core.session;

/**
 * What a statement changes, which decides how a client recovers when the answer to an execution is
 * lost. It decides what a client may do when the answer to an execution is lost: run the statement
 * again, ask for the outcome of its transaction, or report that the outcome is unknown.
 */
public enum StatementKind {
  /** Not known, as from a server that does not tell it: each of the others is possible. */
  UNKNOWN,
  /**
   * Reads only. Numbers that it draws from sequences count as read: drawn again, they leave gaps.
   */
  READ,
  /** Changes the session alone: settings, BEGIN, savepoints. */
  SESSION,
  /** Commits the open transaction, if there is one. */
  COMMIT,
  /** Rolls back the open transaction, if there is one. */
  ROLLBACK,
  /** Writes, and all that it writes is committed or rolled back with one transaction. */
  WRITE,
  /** As {@link #WRITE}, and what is known of other statements may not hold after it. */
  SCHEMA,
  /** In autocommit mode it may commit several transactions, one after the other. */
  SEVERAL_TRANSACTIONS,
  /** Has effects that no rollback undoes: on accounts, databases, servers, files, sequences. */
  NOT_TRANSACTIONAL
}

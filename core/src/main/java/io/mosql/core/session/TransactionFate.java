package io.mosql.core.session;

/** What became of a transaction. */
public enum TransactionFate {
  /** It committed. */
  COMMITTED,
  /** It did not commit, and now never will. */
  ABORTED,
  /** Nobody can know any more: too much was committed since. */
  UNKNOWN
}

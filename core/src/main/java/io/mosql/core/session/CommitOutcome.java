package io.mosql.core.session;

/** The outcome of a transaction. */
public enum CommitOutcome {
  /** It committed. */
  COMMITTED,
  /** It did not commit, and it never will. */
  ABORTED,
  /** The outcome is not known any more: too many transactions were committed since. */
  UNKNOWN
}

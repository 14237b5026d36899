package io.mosql.core.session;

/** Outcome of a transaction. */
public enum CommitOutcome {
  /** It committed. */
  COMMITTED,
  /** It did not commit, and now never will. */
  ABORTED,
  /** Nobody can know any more: too much was committed since. */
  UNKNOWN
}

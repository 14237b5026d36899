package io.mosql.storage.lock;

/** Result of locking a row. */
public enum LockResult {
  /** The row is held, and what the mode reads of it is in the newest version as in the snapshot. */
  CURRENT,
  /**
   * The row is held, but it has changed since the snapshot: the statement is to be taken back, the
   * snapshot moved forward, and the statement run again.
   */
  CHANGED,
  /** Another transaction holds the row, and the wish was to pass over it. */
  HELD
}

package io.mosql.storage.lock;

/** Result of locking a row. */
public enum LockResult {
  /**
   * The lock is acquired, and the columns that the mode reads are the same in the newest version as
   * in the snapshot.
   */
  CURRENT,
  /**
   * The lock is acquired, but the row has changed since the snapshot: the statement must be undone,
   * the snapshot moved forward, and the statement run again.
   */
  CHANGED,
  /** Another transaction owns a conflicting lock, and the request was to skip such rows. */
  HELD
}

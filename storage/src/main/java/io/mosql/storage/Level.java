package io.mosql.storage;

/**
 * Which reads of a transaction are certified. Integrity reads ({@link Transaction#certain()}) are,
 * at every level.
 */
public enum Level {
  /** Each statement has a snapshot of its own; no plain read is certified. */
  READ_COMMITTED,
  /**
   * One snapshot, and rows that the transaction writes must be the snapshot's still, whatever was
   * read of them; unless all that it read still reads the same, as if it had begun later.
   */
  REPEATABLE_READ,
  /** One snapshot; all reads are certified. */
  SERIALIZABLE
}

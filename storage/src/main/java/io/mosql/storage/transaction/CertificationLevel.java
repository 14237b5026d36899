package io.mosql.storage.transaction;

/**
 * Isolation level of a transaction in terms of the certifier: which of its reads are certified.
 * Integrity reads ({@link Transaction#certain()}) are, at every level.
 */
public enum CertificationLevel {
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

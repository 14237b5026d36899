package io.mosql.storage.transaction;

/**
 * Isolation level of a transaction in terms of the certifier: which of its reads are certified.
 * Integrity reads ({@link TransactionReader#certified()}) are, at every level.
 */
public enum CertificationLevel {
  /** Each statement has its own snapshot; no plain read is certified. */
  READ_COMMITTED,
  /**
   * One snapshot; rows that the transaction writes must be unchanged since the snapshot, whatever
   * was read of them. The exception: when all its reads still give the same result, the transaction
   * counts as begun later.
   */
  REPEATABLE_READ,
  /** One snapshot; all reads are certified. */
  SERIALIZABLE
}

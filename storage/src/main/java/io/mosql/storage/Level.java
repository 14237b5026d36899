package io.mosql.storage;

/**
 * Which reads of a transaction are certified. Integrity reads ({@link Transaction#certain()}) are,
 * at every level.
 */
public enum Level {
  /** Each statement has a snapshot of its own; no plain read is certified. */
  READ_COMMITTED,
  /** One snapshot; plain reads of rows that the transaction writes are certified. */
  REPEATABLE_READ,
  /** One snapshot; all reads are certified. */
  SERIALIZABLE
}

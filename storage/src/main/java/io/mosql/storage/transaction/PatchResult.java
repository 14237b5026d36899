package io.mosql.storage.transaction;

/** Result of a patch. */
public enum PatchResult {
  DONE,
  /** The key is absent in the transaction's view; this is recorded as a read. */
  ABSENT,
  /**
   * A sum would exceed its bounds or its type; nothing was changed or read. The caller reads the
   * row and reports the error.
   */
  REFUSED
}

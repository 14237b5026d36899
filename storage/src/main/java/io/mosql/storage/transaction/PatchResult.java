package io.mosql.storage.transaction;

/** What came of a patch. */
public enum PatchResult {
  DONE,
  /** The key is absent in the transaction's view; that counts as read. */
  ABSENT,
  /**
   * A sum would leave its bounds or its type; nothing was changed or read. The caller reads the row
   * and says what is wrong with it.
   */
  REFUSED
}

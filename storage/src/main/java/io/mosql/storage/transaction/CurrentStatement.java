package io.mosql.storage.transaction;

import org.jspecify.annotations.Nullable;

/**
 * Number and conflict history of the current statement of a transaction. Whoever keeps something
 * that a statement adds to compares the number with the one it saw last, and so notices by itself
 * that a new one began. Not thread-safe.
 */
final class CurrentStatement {
  private int number;
  private @Nullable ConflictHistory conflictHistory;

  void begin(@Nullable ConflictHistory next) {
    number++;
    conflictHistory = next;
  }

  int number() {
    return number;
  }

  /** Of the running statement's reads; null for one that does not learn. */
  @Nullable ConflictHistory conflictHistory() {
    return conflictHistory;
  }
}

package io.mosql.storage.transaction;

import org.jspecify.annotations.Nullable;

/**
 * The number and the conflict history of a transaction's current statement. An object that records
 * reads per statement compares the number with the last one that it used, and so detects the start
 * of a new statement. Not thread-safe.
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

  /** Conflict history of the running statement; null for a statement without one. */
  @Nullable ConflictHistory conflictHistory() {
    return conflictHistory;
  }
}

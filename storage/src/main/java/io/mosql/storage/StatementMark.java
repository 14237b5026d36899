package io.mosql.storage;

import org.jspecify.annotations.Nullable;

/**
 * Which statement of a transaction is running. Whoever keeps something that a statement adds to
 * compares the number with the one it saw last, and so notices by itself that a new one began. Not
 * thread-safe.
 */
final class StatementMark {
  private int number;
  private @Nullable ReadHeat heat;

  void begin(@Nullable ReadHeat next) {
    number++;
    heat = next;
  }

  int number() {
    return number;
  }

  /** Of the running statement's reads; null for one that does not learn. */
  @Nullable ReadHeat heat() {
    return heat;
  }
}

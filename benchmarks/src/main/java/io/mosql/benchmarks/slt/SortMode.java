package io.mosql.benchmarks.slt;

import java.util.Locale;

/** Order in which the values of a result are compared. */
enum SortMode {
  /** In result order. */
  NOSORT,
  /** Rows sorted as texts, column by column. */
  ROWSORT,
  /** All values sorted, independently of rows. */
  VALUESORT;

  /**
   * @throws IllegalArgumentException for an unknown mode
   */
  static SortMode of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

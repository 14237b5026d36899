package io.mosql.benchmarks.slt;

import java.util.Locale;

/** In which order values of an answer are compared. */
enum SortMode {
  /** As they come. */
  NOSORT,
  /** Rows sorted by their texts, column by column. */
  ROWSORT,
  /** All values sorted, wherever they stand. */
  VALUESORT;

  /**
   * @throws IllegalArgumentException for other words
   */
  static SortMode of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}

package io.mosql.benchmarks.slt;

import java.util.List;

/** Record of a test file that applies to MoSQL. */
sealed interface TestRecord {
  /** Where it begins, from 1 on. */
  int line();

  String sql();

  /**
   * A statement.
   *
   * @param succeeds whether it must, or must fail
   */
  record Command(int line, String sql, boolean succeeds) implements TestRecord {}

  /**
   * A query.
   *
   * @param types of its columns: {@code I}, {@code R} and {@code T}
   * @param expected values, one a line, or {@code 9 values hashing to ..}
   */
  record Query(int line, String sql, String types, SortMode sort, List<String> expected)
      implements TestRecord {}
}

package io.mosql.benchmarks.slt;

import java.util.List;

/** Record of a test file that applies to MoSQL. */
sealed interface TestRecord {
  /** Line of its beginning, from 1. */
  int line();

  String sql();

  /**
   * Statement.
   *
   * @param succeeds whether it must succeed, otherwise it must fail
   */
  record Command(int line, String sql, boolean succeeds) implements TestRecord {}

  /**
   * Query.
   *
   * @param types column types: {@code I}, {@code R} and {@code T}
   * @param expected expected values, one per line, or {@code 9 values hashing to ..}
   */
  record Query(int line, String sql, String types, SortMode sort, List<String> expected)
      implements TestRecord {}
}

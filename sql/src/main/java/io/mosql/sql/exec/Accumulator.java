package io.mosql.sql.exec;

import org.jspecify.annotations.Nullable;

/** Folds the rows of one group into one value. Not thread-safe. */
interface Accumulator {
  void add(@Nullable Object[] row, ExecutionContext context);

  /** The value of the rows so far; more may be added after it. */
  @Nullable Object result();
}

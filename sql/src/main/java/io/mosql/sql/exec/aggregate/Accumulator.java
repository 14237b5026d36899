package io.mosql.sql.exec.aggregate;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** Accumulates the rows of one group into the result of an aggregate function. Not thread-safe. */
public interface Accumulator {
  void add(@Nullable Object[] row, ExecutionContext context);

  /** The value of the rows so far; more may be added after it. */
  @Nullable Object result();
}

package io.mosql.sql.exec.window;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** A compiled window function. Immutable, shared between threads. */
@FunctionalInterface
interface WindowFunction {
  /** The values of the function for the rows of a partition. */
  Values forPartition(WindowPartition partition, ExecutionContext context);

  /** The values of one partition. Not thread-safe. */
  @FunctionalInterface
  interface Values {
    /** The value of a row; called once for each row, in order. */
    @Nullable Object valueAt(int row);
  }
}

package io.mosql.sql.exec.window;

import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** A compiled window function. Immutable, shared between threads. */
@FunctionalInterface
interface WindowFunction {
  /** Its values for the rows of a partition. */
  Values forPartition(WindowPartition partition, ExecutionContext context);

  /** The values of one partition. Not thread-safe. */
  @FunctionalInterface
  interface Values {
    /** The value of a row; each is asked for once, the first one first. */
    @Nullable Object valueAt(int row);
  }
}

package io.mosql.sql.exec;

import org.jspecify.annotations.Nullable;

/** A compiled window function. Immutable, shared between threads. */
@FunctionalInterface
interface WindowFunction {
  /** Its values for the rows of a partition. */
  Values over(WindowPartition partition, ExecutionContext context);

  /** The values of one partition. Not thread-safe. */
  @FunctionalInterface
  interface Values {
    /** The value of a row; each is asked for once, the first one first. */
    @Nullable Object at(int row);
  }
}

package io.mosql.sql.exec;

import org.jspecify.annotations.Nullable;

/** A compiled window function. Immutable, shared between threads. */
@FunctionalInterface
interface WindowFunction {
  /** Its values for all rows of a partition, in their order. */
  @Nullable Object[] values(WindowPartition partition, ExecutionContext context);
}

package io.mosql.sql.exec;

import org.jspecify.annotations.Nullable;

/** A compiled expression. Pure but for what the context offers; shared between threads. */
@FunctionalInterface
interface Expression {
  /**
   * The value over a row.
   *
   * @param row values of the input's fields; not changed
   */
  @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context);
}

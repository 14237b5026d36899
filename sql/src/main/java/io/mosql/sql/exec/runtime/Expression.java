package io.mosql.sql.exec.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A compiled expression: a closure over the fields of a row and the execution context. Pure but for
 * what the context offers; shared between threads.
 */
@FunctionalInterface
public interface Expression {
  /**
   * The value over a row.
   *
   * @param row values of the input's fields; not changed
   */
  @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context);
}

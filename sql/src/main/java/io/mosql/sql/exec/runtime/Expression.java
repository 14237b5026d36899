package io.mosql.sql.exec.runtime;

import org.jspecify.annotations.Nullable;

/**
 * A compiled expression: a closure over the fields of a row and the execution context. Has no side
 * effects except through the context; shared between threads.
 */
@FunctionalInterface
public interface Expression {
  /**
   * Evaluates the expression over a row.
   *
   * @param row values of the input's fields; not changed
   */
  @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context);
}

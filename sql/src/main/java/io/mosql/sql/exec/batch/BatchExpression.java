package io.mosql.sql.exec.batch;

import io.mosql.sql.exec.runtime.ExecutionContext;

/** A compiled expression over the rows of a batch. Shared between threads. */
@FunctionalInterface
interface BatchExpression {
  /**
   * Evaluates the expression for some rows.
   *
   * @param rows numbers of selected rows, the first {@code count} of the array; not changed
   * @param count at least 1
   */
  Vector evaluate(Batch batch, int[] rows, int count, ExecutionContext context);
}

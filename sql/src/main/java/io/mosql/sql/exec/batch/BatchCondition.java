package io.mosql.sql.exec.batch;

import io.mosql.sql.exec.runtime.ExecutionContext;

/** A compiled condition over the rows of a batch: NULL counts as false. Shared between threads. */
@FunctionalInterface
interface BatchCondition {
  /**
   * Finds the rows that pass.
   *
   * @param rows numbers of selected rows in ascending order, the first {@code count} of the array
   * @param passing receives those that pass, in ascending order; may be {@code rows}
   * @return their number
   */
  int select(Batch batch, int[] rows, int count, int[] passing, ExecutionContext context);
}

package io.mosql.sql.exec.batch;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Measures the batch operators of one execution for EXPLAIN ANALYZE. Not thread-safe. */
public interface BatchMeter {
  /** Opens the stream of an operator. */
  <T> T open(PlanNode node, ExecutionContext context, Supplier<T> opened);

  /**
   * Asks for the next batch of an operator.
   *
   * @param rows number of rows of a batch
   */
  <T extends @Nullable Object> T next(
      PlanNode node, ExecutionContext context, Supplier<T> step, ToIntFunction<T> rows);
}

package io.mosql.sql.exec.batch;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures the batch operators of one execution for EXPLAIN ANALYZE. Not thread-safe: each worker
 * has one of its own.
 */
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

  /** A meter for a worker. */
  BatchMeter forWorker();

  /** Adds what the workers of an operator have measured, after they have ended. */
  void addWorkers(PlanNode node, List<Work> workers);

  /**
   * The work of a worker.
   *
   * @param meter of the operators below the one that it helped
   * @param rows that it computed for that operator
   * @param bytes of memory that it used for that operator
   */
  record Work(BatchMeter meter, long rows, long bytes) {}
}

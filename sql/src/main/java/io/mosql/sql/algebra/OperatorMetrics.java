package io.mosql.sql.algebra;

import java.util.List;

/**
 * The metrics of one operator of a plan after its execution.
 *
 * @param rows number of rows returned, over all loops
 * @param loops number of executions; 0 when it was never opened
 * @param startupNanos time until the first row or the end, over all loops
 * @param nanos time spent in the operator and its inputs
 * @param steps rows that the operator looked at, without its inputs; of a scan, those it read
 * @param pages pages read from files by the operator and its inputs
 * @param memoryBytes peak memory of the operator, without its inputs
 * @param spilledBytes bytes that the operator spilled to files
 * @param workerRows rows that each worker computed for the operator; empty for none
 */
public record OperatorMetrics(
    long rows,
    long loops,
    long startupNanos,
    long nanos,
    long steps,
    long pages,
    long memoryBytes,
    long spilledBytes,
    List<Long> workerRows) {
  /** The metrics of an operator that was not executed. */
  public static final OperatorMetrics NONE = new OperatorMetrics(0, 0, 0, 0, 0, 0, 0, 0, List.of());
}

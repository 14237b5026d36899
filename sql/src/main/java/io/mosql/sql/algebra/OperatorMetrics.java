package io.mosql.sql.algebra;

/**
 * The metrics of one operator of a plan after its execution.
 *
 * @param rows number of rows returned, over all loops
 * @param loops number of executions; 0 when it was never opened
 * @param nanos time spent in the operator and its inputs
 * @param pages pages read from files by the operator and its inputs
 * @param memoryBytes peak memory of the operator, without its inputs
 * @param spilledBytes bytes that the operator spilled to files
 */
public record OperatorMetrics(
    long rows, long loops, long nanos, long pages, long memoryBytes, long spilledBytes) {}

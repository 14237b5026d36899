package io.mosql.sql.algebra;

/**
 * The metrics of one operator of a plan after its execution.
 *
 * @param rows that it yielded, over all loops
 * @param loops times that it was opened; 0 when nobody asked it for anything
 * @param nanos spent in it and its inputs
 * @param pages read from files by it and its inputs
 * @param memoryBytes the most that it kept in memory at once, its inputs left out
 * @param spilledBytes that it put into files
 */
public record OperatorMetrics(
    long rows, long loops, long nanos, long pages, long memoryBytes, long spilledBytes) {}

package io.mosql.benchmarks.partition;

/**
 * One place of a table.
 *
 * @param full with as many terminals as were asked for: what it can do
 * @param light with few: how long it takes
 */
record Point(int nodes, double delayMillis, double crossPercent, Outcome full, Outcome light) {}

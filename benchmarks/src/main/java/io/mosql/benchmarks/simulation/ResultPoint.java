package io.mosql.benchmarks.simulation;

/**
 * One measurement point of a table.
 *
 * @param full with as many terminals as were asked for: what it can do
 * @param light with few: how long it takes
 */
record ResultPoint(
    int nodes,
    double delayMillis,
    double crossPercent,
    SimulationResult full,
    SimulationResult light) {}

package io.mosql.benchmarks.simulation;

/**
 * One measurement point of a table.
 *
 * @param full result with the requested number of terminals: the throughput
 * @param light result with few terminals: the latency
 */
record ResultPoint(
    int nodes,
    double delayMillis,
    double crossPercent,
    SimulationResult full,
    SimulationResult light) {}

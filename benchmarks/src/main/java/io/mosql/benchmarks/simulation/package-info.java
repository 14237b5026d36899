/**
 * Discrete-event simulation of one database that is partitioned over several Raft groups.
 *
 * <p>{@code SimulatedCluster} builds nodes, partitions and terminals from a {@code
 * SimulationConfig} and advances an {@code EventSchedule}; {@code ServiceTimes} are the costs,
 * measured on one node. Needs no database. Single-threaded; the same configuration and seed give
 * the same result. The protocol is that of the decision record on partitioning. Entry: {@code
 * PartitionCommands}, used by {@code Benchmarks}.
 */
@NullMarked
package io.mosql.benchmarks.simulation;

import org.jspecify.annotations.NullMarked;

/**
 * Clusters on one machine: a {@link io.mosql.benchmarks.cluster.LocalCluster} consists of nodes in
 * separate processes. The demonstration kills the leader during a run; the benchmark compares a
 * cluster of three nodes with a single server.
 */
@NullMarked
package io.mosql.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;

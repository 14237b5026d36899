/**
 * Clusters on one machine: a {@link io.mosql.benchmarks.cluster.LocalCluster} is nodes in processes
 * of their own, the demonstration kills one of them, the benchmark sets three beside one.
 */
@NullMarked
package io.mosql.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;

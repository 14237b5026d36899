/**
 * Proof by real processes: three servers on loopback that are killed, stopped and cut off from each
 * other while clients work. {@link io.mosql.server.cluster.ProcessCluster} is the cluster, {@link
 * io.mosql.server.cluster.ClusterLoad} its clients, {@link io.mosql.server.cluster.Faults} what
 * happens to it.
 */
@NullMarked
package io.mosql.server.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * Fault tests with real processes: three servers on loopback are killed, stopped and disconnected
 * from each other while clients work. {@link io.mosql.server.cluster.ProcessCluster} is the
 * cluster, {@link io.mosql.server.cluster.ClusterLoad} the clients, {@link
 * io.mosql.server.cluster.Faults} the fault injector.
 */
@NullMarked
package io.mosql.server.cluster;

import org.jspecify.annotations.NullMarked;

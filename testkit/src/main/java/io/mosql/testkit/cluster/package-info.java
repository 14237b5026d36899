/**
 * Clusters of real processes on one machine, with faults: {@link
 * io.mosql.testkit.cluster.TestCluster} starts the processes, {@link
 * io.mosql.testkit.cluster.LinkProxy} disturbs a link, {@link io.mosql.testkit.cluster.TestProcess}
 * is killed, stopped and started again. Independent of the program that the processes run. For
 * Linux.
 */
@NullMarked
package io.mosql.testkit.cluster;

import org.jspecify.annotations.NullMarked;

/**
 * Clusters of real processes on one machine, and what happens to clusters: {@link
 * io.mosql.testkit.cluster.TestCluster} starts them, {@link io.mosql.testkit.cluster.LinkProxy}
 * stands in each link, {@link io.mosql.testkit.cluster.TestProcess} is killed, stopped and started
 * again. Knows nothing of what the processes are. For Linux.
 */
@NullMarked
package io.mosql.testkit.cluster;

import org.jspecify.annotations.NullMarked;

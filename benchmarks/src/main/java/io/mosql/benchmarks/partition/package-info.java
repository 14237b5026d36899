/**
 * What partitioning one database over several groups would give: a discrete-event simulation of
 * {@link io.mosql.benchmarks.partition.Cluster nodes, groups and terminals} with {@link
 * io.mosql.benchmarks.partition.Costs costs that were measured} on one node. Needs no database. The
 * protocol is that of the decision record on partitioning.
 */
@NullMarked
package io.mosql.benchmarks.partition;

import org.jspecify.annotations.NullMarked;

/**
 * One Raft group as seen by its member: status, membership, appends and monitoring.
 *
 * <p>{@link io.mosql.consensus.ratis.group.GroupLogFactory}, {@link
 * io.mosql.consensus.ratis.group.GroupLog} and {@link
 * io.mosql.consensus.ratis.group.GroupMembership} are what the engine uses of a node's groups, so
 * that a simulation can take the place of Ratis. {@link io.mosql.consensus.ratis.group.Member} and
 * {@link io.mosql.consensus.ratis.group.GroupStatus} describe a group, {@link
 * io.mosql.consensus.ratis.group.Membership} changes it, GroupLifecycle starts and stops it. Each
 * append is submitted once, under a unique number. The monitors of disk space and of the leader's
 * progress are pure decision logic without clock or thread.
 *
 * <p>Uses the packages error, files and settings; used by delivery, the root and the engine.
 */
@NullMarked
package io.mosql.consensus.ratis.group;

import org.jspecify.annotations.NullMarked;

/**
 * The replicated log of a cluster: one Raft group of Apache Ratis for each database.
 *
 * <p>{@link io.mosql.consensus.ratis.RatisNode} is the Raft server of a process; {@link
 * io.mosql.consensus.ratis.RatisLog} is the log of one group in it and implements the port {@link
 * io.mosql.core.port.ReplicatedCommitLog}. These packages alone use Ratis.
 *
 * <p>Uses the packages below it; none of them uses this one. Used by the engine. Thread-safe.
 */
@NullMarked
package io.mosql.consensus.ratis;

import org.jspecify.annotations.NullMarked;

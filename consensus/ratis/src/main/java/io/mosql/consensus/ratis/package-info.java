/**
 * The log of a cluster: one Raft group of Apache Ratis for each database. This package alone knows
 * Ratis; what uses it sees the port {@link io.mosql.core.port.CommitLog}.
 *
 * <p>Nouns: a {@code RatisNode} is the Raft server of a process, a {@code RatisLog} one group's log
 * in it, a {@code Member} a node that a group has, a {@code GroupStatus} how a group stands.
 */
@NullMarked
package io.mosql.consensus.ratis;

import org.jspecify.annotations.NullMarked;

package io.mosql.storage.commit;

import io.mosql.core.error.MosqlException;

/**
 * The state of a node in the commit path over a replicated log, with what the node knows only in
 * it. {@link ReplicatedGroupCommit} has the table of its transitions. Immutable.
 */
sealed interface ReplicaState {
  /** The log accepts no appends of this node: it applies what another node leads. */
  record Follower() implements ReplicaState {}

  /**
   * The log accepts appends, and the record of an epoch of this node is to be delivered: not all
   * earlier commits are applied yet, so nothing is certified.
   *
   * @param term in which the log accepts the appends
   */
  record Claiming(long term) implements ReplicaState {}

  /**
   * The record of this node's epoch was delivered: all earlier commits are applied and decided, and
   * the node certifies.
   *
   * @param term in which the log accepts the appends
   * @param epoch that this node leads
   */
  record Leader(long term, long epoch) implements ReplicaState {}

  /**
   * Nothing is accepted or published any more.
   *
   * @param reason why requests are refused
   */
  record Stopped(MosqlException reason) implements ReplicaState {}

  /** Whether a transition is in the table. */
  default boolean mayBecome(ReplicaState next) {
    if (this instanceof Stopped) {
      return false;
    }
    return !(next instanceof Leader lead)
        || (this instanceof Claiming claiming && claiming.term() == lead.term());
  }
}

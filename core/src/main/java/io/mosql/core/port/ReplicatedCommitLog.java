package io.mosql.core.port;

import java.util.concurrent.CompletableFuture;

/**
 * A commit log whose records come from several nodes, of which one at a time may append: the
 * {@linkplain ReplicatedStateMachine#becomeLeader leader}. A member that lacks purged records gets
 * a {@linkplain ReplicatedStateMachine#snapshot checkpoint} instead.
 */
public non-sealed interface ReplicatedCommitLog extends CommitLog {
  /**
   * Delivers the records that this node knows to be committed before it returns, and later those
   * from other nodes; all on a thread of the log. It may be opened again after {@link
   * ReplicatedStateMachine#snapshotInstalled}.
   *
   * @param after the last record in the state machine
   * @throws io.mosql.core.error.MosqlException XX001 when the log is damaged or has a gap, or ends
   *     before {@code after} and no other node has the rest
   */
  void open(LogStamp after, ReplicatedStateMachine stateMachine);

  /**
   * Appends a record; a thread of the log completes the future.
   *
   * @return the record's index, after it was delivered. When it fails with {@link
   *     LeadershipLostException} the outcome is unknown: the record may be delivered later, until a
   *     record of a later term was delivered
   */
  @Override
  CompletableFuture<Long> append(byte[] record);
}

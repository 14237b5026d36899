package io.mosql.core.port;

import org.jspecify.annotations.Nullable;

/**
 * The consumer of the records of a {@link ReplicatedCommitLog}, and of the changes of the node's
 * role.
 *
 * <p>{@link #deliver} never throws: a record that cannot be applied stops the state machine, which
 * keeps the reason. All methods are called by one thread at a time, except {@link #snapshot}.
 */
public interface ReplicatedStateMachine extends StateMachine {
  /**
   * Announces the place in the log of the record that is delivered next.
   *
   * @param term of the leader that wrote it
   * @param entry the log's own number of it
   */
  void nextEntry(long term, long entry);

  /**
   * From now on this node may append. Records of earlier leaders may still be delivered, until a
   * record of this term was. Must return at once.
   *
   * @param term larger than in any call before
   */
  void becomeLeader(long term);

  /**
   * From now on appends of this node fail; pending ones may still be delivered. Must return at
   * once.
   */
  void becomeFollower();

  /**
   * The newest finished checkpoint. Any thread.
   *
   * @return to be closed by the caller; null when there is none
   */
  @Nullable LogSnapshot snapshot();

  /**
   * Replaces the delivered state by a snapshot of a later record, which is complete, synced and
   * verified by its digests. It replaces the files that {@link #snapshot} returned as soon as they
   * are not used any more. The following record is delivered next, to the state machine that is
   * {@linkplain ReplicatedCommitLog#open opened} on the snapshot: nothing is delivered to this one
   * any more.
   */
  void snapshotInstalled(LogStamp by);
}

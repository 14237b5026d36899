package io.mosql.core.port;

import org.jspecify.annotations.Nullable;

/**
 * The consumer of the durable records of a {@link CommitLog}.
 *
 * <p>All methods are called by one thread at a time, except {@link #snapshot}. All methods other
 * than delivery are for replicated logs; a local log never calls them.
 */
public interface StateMachine {
  /**
   * Applies the next record. Called once for each index, in order. Never throws from a replicated
   * log: a record that cannot be applied stops the state machine, which keeps the reason.
   *
   * @param index one more than the index before
   * @param record not changed afterwards
   */
  void deliver(long index, byte[] record);

  /**
   * Announces the place in the log of the record that is delivered next.
   *
   * @param term of the leader that wrote it
   * @param entry the log's own number of it
   */
  default void nextEntry(long term, long entry) {}

  /**
   * From now on this node may append. Records of earlier leaders may still be delivered, until a
   * record of this term was. Must return at once.
   *
   * @param term larger than in any call before
   */
  default void becomeLeader(long term) {}

  /**
   * From now on appends of this node fail; pending ones may still be delivered. Must return at
   * once.
   */
  default void becomeFollower() {}

  /**
   * The newest finished checkpoint. Any thread.
   *
   * @return to be closed by the caller; null when there is none
   */
  default @Nullable LogSnapshot snapshot() {
    return null;
  }

  /**
   * Replaces the delivered state by a snapshot of a later record, which is complete, synced and
   * verified by its digests. It replaces the files that {@link #snapshot} returned as soon as they
   * are not used any more. The following record is delivered next, to the state machine that is
   * {@linkplain CommitLog#open(LogStamp, StateMachine) opened} on the snapshot: nothing is
   * delivered to this one any more.
   */
  default void snapshotInstalled(LogStamp by) {}
}

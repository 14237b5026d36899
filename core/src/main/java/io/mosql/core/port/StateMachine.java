package io.mosql.core.port;

import org.jspecify.annotations.Nullable;

/**
 * The consumer of the durable records of a {@link CommitLog}.
 *
 * <p>All methods are called by one thread at a time, but for {@link #snapshot}. What is not about
 * delivery is for replicated logs; one on a single machine never calls it.
 */
public interface StateMachine {
  /**
   * Takes the next record. Called once for each index, in order. Never throws from a replicated
   * log: what cannot be applied stops the state machine, which remembers why.
   *
   * @param index one more than the index before
   * @param record not changed afterwards by anyone
   */
  void deliver(long index, byte[] record);

  /**
   * The record that is delivered next stands there in the log.
   *
   * @param term of the leader that wrote it
   * @param entry the log's own number of it
   */
  default void nextEntry(long term, long entry) {}

  /**
   * From now on this node may append. Says nothing of what is still to be delivered of earlier
   * leaders: that is known only when a record of this term was delivered. Must return at once.
   *
   * @param term larger than in any call before
   */
  default void becomeLeader(long term) {}

  /**
   * From now on appends of this node fail; those under way may still be delivered. Must return at
   * once.
   */
  default void becomeFollower() {}

  /**
   * The newest checkpoint that is finished. Any thread.
   *
   * @return to be closed by the caller; null when there is none
   */
  default @Nullable LogSnapshot snapshot() {
    return null;
  }

  /**
   * What was delivered so far is given up for a snapshot of a later record, complete, synced and as
   * its digests say. It takes the place of the files that {@link #snapshot} told of as soon as
   * nobody uses them any more. The record after it is delivered next, to the state machine that was
   * {@linkplain CommitLog#open(LogStamp, StateMachine) opened} on it: nothing is delivered to this
   * one any more.
   */
  default void snapshotInstalled(LogStamp by) {}
}

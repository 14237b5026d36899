package io.mosql.consensus.ratis.group;

import java.time.Duration;

/**
 * Changes the members and the leader of a group. Changes are made on the leader, one at a time and
 * one member at a time.
 *
 * <p>Each call waits until the change is committed. Errors: 57P05 on a node that is not the leader,
 * 55000 when another change is in progress, a new member does not respond or the time is over; the
 * change may still be made then, and {@link GroupLog#status} shows it.
 */
public interface GroupMembership {
  /**
   * Adds a member, which must have opened its log as a joining member. It receives a checkpoint and
   * the log, and is a member only after that. A listener of the same name becomes a voter, or the
   * reverse; a leader transfers leadership instead of becoming a listener, as in {@link #remove}.
   */
  void add(Member member, Duration within);

  /**
   * Removes a member, which then stops. A leader that is to be removed transfers leadership instead
   * and fails with 57P05; the new leader removes it, so that the group always has a leader.
   */
  void remove(String node, Duration within);

  /** Transfers leadership to another voter, which catches up first. */
  void transfer(String node, Duration within);
}

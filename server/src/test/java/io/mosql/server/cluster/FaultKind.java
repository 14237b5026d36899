package io.mosql.server.cluster;

import java.util.Locale;

/** Fault injected into a cluster of three nodes. */
enum FaultKind {
  /** kill -9 of the leader, which is restarted later. */
  KILL_LEADER,
  KILL_FOLLOWER,
  /** Stop of any node by a signal, as an operator does, and restart. */
  STOP_AND_START,
  /** SIGSTOP of the leader for longer than an election timeout, then SIGCONT. */
  PAUSE_LEADER,
  PAUSE_FOLLOWER,
  /** Loss of all messages between the leader and one follower. */
  DROP_LINK,
  /** Loss of messages between two nodes in one direction. */
  DROP_ONE_WAY,
  /** Delay on all links. */
  DELAY_LINKS,
  /** Connections between two nodes stall, and then continue. */
  STALL_LINK,
  /** The leader is unreachable from both followers, but not from clients. */
  ISOLATE_LEADER,
  ISOLATE_FOLLOWER,
  /** All nodes are killed at the same time and restarted. */
  RESTART_ALL,
  /** The leader and one follower are killed; no commit is acknowledged until one is back. */
  KILL_TWO,
  /** The connections of all clients of the leader are reset. */
  CUT_CLIENTS,
  /** The clients of the leader receive no data for a while. */
  STALL_CLIENTS,
  /** A follower is down while the other nodes delete the log entries that it needs. */
  FALL_BEHIND,
  /** The leadership is transferred to a follower. */
  TRANSFER_LEAD,
  /** A follower is removed, its disk is wiped, and it joins again. */
  WIPE_FOLLOWER,
  /** The disk of one node is full for a while. */
  FILL_DISK,
  /** The clock of one node is set forward or back by up to an hour, and then corrected. */
  SKEW_CLOCK;

  /** Name used in the totals. */
  String text() {
    return "fault " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

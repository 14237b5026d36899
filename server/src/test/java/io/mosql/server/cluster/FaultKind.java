package io.mosql.server.cluster;

import java.util.Locale;

/** What happens to a cluster of three. */
enum FaultKind {
  /** kill -9; a moment later it is started again. */
  KILL_LEADER,
  KILL_FOLLOWER,
  /** Of any node, by signal, as an operator does. */
  STOP_AND_START,
  /** SIGSTOP for longer than an election takes, SIGCONT. */
  PAUSE_LEADER,
  PAUSE_FOLLOWER,
  /** Between the leader and one follower nothing passes. */
  DROP_LINK,
  /** One node hears another one, which does not hear it. */
  DROP_ONE_WAY,
  /** All links are slow. */
  DELAY_LINKS,
  /** Connections between two nodes stand still, and then go on. */
  STALL_LINK,
  /** Neither follower reaches it; clients do. */
  ISOLATE_LEADER,
  ISOLATE_FOLLOWER,
  /** All die at the same moment. */
  RESTART_ALL,
  /** The leader and another one die; nothing is acknowledged until one is back. */
  KILL_TWO,
  /** Connections of all clients of the leader are reset. */
  CUT_CLIENTS,
  /** Clients of the leader hear nothing for a while. */
  STALL_CLIENTS,
  /** A follower is down while the others give up the log that it would need. */
  FALL_BEHIND,
  /** A follower is told to lead. */
  TRANSFER_LEAD,
  /** A follower is removed, loses its disk, and joins again. */
  WIPE_FOLLOWER,
  /** The disk of one node is full for a while. */
  FILL_DISK,
  /** The time of one node is set, by up to an hour to either side, and right again. */
  SKEW_CLOCK;

  /** As totals name it. */
  String text() {
    return "fault " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}

package io.mosql.consensus.ratis.group;

import io.mosql.core.port.ReplicatedCommitLog;

/** A commit log that the members of a group share. Thread-safe like the port. */
public interface GroupLog extends ReplicatedCommitLog {
  /** Status of the group; cheap enough for a call every second. */
  GroupStatus status();

  /** Access to the members and the leader of the group, once the log is open. */
  GroupMembership membership();
}

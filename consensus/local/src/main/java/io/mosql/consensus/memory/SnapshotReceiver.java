package io.mosql.consensus.memory;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;

/** Receiver of the snapshots that a member of a {@link MemoryGroup} is sent. */
public interface SnapshotReceiver {
  /** For members that never lag so far that they need a snapshot. */
  SnapshotReceiver NONE = new SnapshotReceiver() {};

  /**
   * Copies a checkpoint beside the files of the database. On return the copy is durable; an
   * exception leaves everything as it was.
   *
   * @param from the member that sends its checkpoint
   */
  default void receive(int from, LogSnapshot checkpoint) {
    throw new IllegalStateException("no checkpoint was expected, but " + checkpoint.at());
  }

  /**
   * Commits the copy: the log continues after it, and the state machine was notified ({@link
   * io.mosql.core.port.ReplicatedStateMachine#snapshotInstalled}). The owner replaces the files by
   * it and opens the log again, here or later.
   */
  default void reopen(LogStamp at) {}
}

package io.mosql.consensus.memory;

import io.mosql.core.port.LogSnapshot;
import io.mosql.core.port.LogStamp;

/** Receives the snapshot that a member of a {@link MemoryGroup} is sent. */
public interface SnapshotReceiver {
  /** For members that never are so far behind. */
  SnapshotReceiver NONE = new SnapshotReceiver() {};

  /**
   * Copies a checkpoint beside the files of the database. When this returns the copy is durable;
   * what is thrown leaves everything as it was.
   *
   * @param from member whose checkpoint it is
   */
  default void receive(int from, LogSnapshot checkpoint) {
    throw new IllegalStateException("no checkpoint was expected, but " + checkpoint.at());
  }

  /**
   * The copy counts from now on, and the log goes on behind it; the state machine was told so
   * ({@link io.mosql.core.port.StateMachine#replaced}). The owner puts it in place of the files and
   * opens the log again, here or later.
   */
  default void reopen(LogStamp at) {}
}

package io.mosql.core.port;

/**
 * A commit log that belongs to this node alone. An append does all of its work, including the
 * delivery, on the calling thread and returns a completed future.
 */
public non-sealed interface LocalCommitLog extends CommitLog {
  /**
   * Recovers: delivers every durable record after {@code afterIndex} to the state machine on the
   * calling thread, then returns. Called once, before any other method.
   *
   * @throws io.mosql.core.error.MosqlException XX001 naming file and offset when the log is damaged
   *     or has a gap
   */
  void open(long afterIndex, StateMachine stateMachine);
}

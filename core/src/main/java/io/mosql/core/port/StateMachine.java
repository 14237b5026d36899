package io.mosql.core.port;

/** The consumer of the durable records of a {@link CommitLog}. Called by one thread at a time. */
public interface StateMachine {
  /**
   * Applies the next record. Called once for each index, in order.
   *
   * @param index one more than the index before
   * @param record not changed afterwards
   */
  void deliver(long index, byte[] record);
}

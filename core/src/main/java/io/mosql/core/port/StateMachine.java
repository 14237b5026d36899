package io.mosql.core.port;

/** What a {@link CommitLog} delivers its durable records to. */
public interface StateMachine {
  /**
   * Takes the next record. Called once for each index, in order, by one thread at a time.
   *
   * @param index one more than the index before
   * @param record not changed afterwards by anyone
   */
  void deliver(long index, byte[] record);
}

package io.mosql.storage.commit;

/**
 * The listener of events of a store. Called by threads of the store or of its log, one at a time;
 * must return at once.
 */
public interface StoreEvents {
  /** A listener that ignores all events. */
  StoreEvents NONE = new StoreEvents() {};

  /**
   * This node starts or stops certifying commits. Only over a replicated log.
   *
   * @param epoch that it leads, or led
   */
  default void leadershipChanged(boolean leads, long epoch) {}

  /** The store has stopped: nothing is committed or published any more. */
  default void failed(Throwable cause) {}
}

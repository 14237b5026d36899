package io.mosql.storage.commit;

/**
 * What the owner of a store is told. Called by threads of the store or of its log, one at a time;
 * to return at once.
 */
public interface StoreEvents {
  /** Nobody listens. */
  StoreEvents NONE = new StoreEvents() {};

  /**
   * This node judges commits from now on, or does not any more. Of a replicated log only.
   *
   * @param epoch that it leads, or led
   */
  default void leadershipChanged(boolean leads, long epoch) {}

  /** Nothing is committed or published any more. */
  default void failed(Throwable cause) {}
}

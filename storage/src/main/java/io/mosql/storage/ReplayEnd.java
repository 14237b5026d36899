package io.mosql.storage;

/** Up to where a log is replayed. */
public sealed interface ReplayEnd {
  /** As far as the log goes. */
  ReplayEnd LOG = new Log();

  /** See {@link #LOG}. */
  record Log() implements ReplayEnd {}

  /**
   * Up to a position, and no further.
   *
   * @param position the last that counts
   */
  record Position(long position) implements ReplayEnd {}

  /**
   * Up to the first group of commits that was closed later.
   *
   * @param wallMicros the last microsecond that counts
   */
  record Time(long wallMicros) implements ReplayEnd {}
}

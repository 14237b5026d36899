package io.mosql.storage.commit;

/** Up to where a log is replayed. */
public sealed interface RecoveryTarget {
  /** As far as the log goes. */
  RecoveryTarget LOG = new EndOfLog();

  /** See {@link #LOG}. */
  record EndOfLog() implements RecoveryTarget {}

  /**
   * Up to a position, and no further.
   *
   * @param position the last that counts
   */
  record Position(long position) implements RecoveryTarget {}

  /**
   * Up to the first group of commits that was closed later.
   *
   * @param wallMicros the last microsecond that counts
   */
  record Time(long wallMicros) implements RecoveryTarget {}
}

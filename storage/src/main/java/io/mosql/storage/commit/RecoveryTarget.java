package io.mosql.storage.commit;

/** The point up to which a log is replayed. */
public sealed interface RecoveryTarget {
  /** The end of the log. */
  RecoveryTarget LOG = new EndOfLog();

  /** See {@link #LOG}. */
  record EndOfLog() implements RecoveryTarget {}

  /**
   * A position.
   *
   * @param position the last one to apply
   */
  record Position(long position) implements RecoveryTarget {}

  /**
   * A time: replay ends before the first batch of commits that was closed later.
   *
   * @param wallMicros the last microsecond to include
   */
  record Time(long wallMicros) implements RecoveryTarget {}
}

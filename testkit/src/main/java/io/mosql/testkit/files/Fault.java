package io.mosql.testkit.files;

/** What an operation of {@link FaultyFiles} can be told to meet. */
public enum Fault {
  /**
   * It fails and has done nothing; but a failed sync leaves on disk what chance decides, and what
   * it lost stays readable, and lost, although later syncs succeed.
   */
  ERROR,

  /** A write writes its beginning, then fails; other operations as {@link #ERROR}. */
  SHORT_WRITE,

  /** A write, a growth or a creation finds no space; other operations as {@link #ERROR}. */
  DISK_FULL,

  /** The power is cut in the middle of it. */
  POWER_CUT
}

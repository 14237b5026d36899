package io.mosql.testkit.files;

/** A fault that an operation of {@link FaultyFiles} can be made to meet. */
public enum Fault {
  /**
   * It fails and has done nothing; but a failed sync leaves on disk what chance decides, and what
   * it lost stays readable, and lost, although later syncs succeed.
   */
  ERROR,

  /** A write writes its beginning, then fails; other operations as {@link #ERROR}. */
  SHORT_WRITE,

  /** A sync fails and nothing that it should have saved is ever saved; others as {@link #ERROR}. */
  LOSING_SYNC,

  /** A write, a growth or a creation finds no space; other operations as {@link #ERROR}. */
  DISK_FULL,

  /** It fails, and so do all later operations of the process: the device does not answer. */
  DEVICE_GONE,

  /** The power is cut in the middle of it. */
  POWER_CUT
}

package io.mosql.testkit.files;

/** A fault that can be injected into an operation of {@link FaultyDirectory}. */
public enum Fault {
  /**
   * It fails without an effect; but a failed sync writes a random part of the changes to disk, and
   * the lost ones stay readable, and lost, although later syncs succeed.
   */
  ERROR,

  /** A write writes its beginning, then fails; other operations as {@link #ERROR}. */
  SHORT_WRITE,

  /** A sync fails and its changes never reach the disk; other operations as {@link #ERROR}. */
  LOSING_SYNC,

  /**
   * A write, a growth or a creation fails because the disk is full; other operations as {@link
   * #ERROR}.
   */
  DISK_FULL,

  /** It fails, and so do all later operations of the process: the device does not respond. */
  DEVICE_GONE,

  /** The power is cut during the operation. */
  POWER_CUT
}

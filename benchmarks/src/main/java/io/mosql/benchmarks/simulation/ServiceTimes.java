package io.mosql.benchmarks.simulation;

/**
 * Service times measured on the machine of docs/benchmarks.md, in nanoseconds of one processor
 * unless stated otherwise. <em>Measured</em> values are used unchanged; <em>fitted</em> values are
 * chosen so that the simulation of a single node, or of three nodes on one machine, reproduces the
 * measurements.
 */
final class ServiceTimes {
  private static final long MICRO = 1_000;

  /** Time of fdatasync on the disk. Measured: median during the run of many terminals. */
  static final long SYNC = 111 * MICRO;

  /** Time of the pwrite of a record. Measured: 2 to 7 us. */
  static final long WRITE = 5 * MICRO;

  /** Time to wake the thread whose commit is durable. Measured: 13 to 15 us. */
  static final long WAKE = 14 * MICRO;

  /**
   * Part of a writing transaction's work that is done by its certifier. Measured: 42 % in a profile
   * of ten terminals.
   */
  static final double CERTIFIED_PART = 0.42;

  /**
   * Part of the certifier's work that applies the writes; the rest is conflict checking. Measured
   * in the same profile.
   */
  static final double APPLIED_PART = 0.75;

  /**
   * Cost of a request without work and without its log record. Measured: JMH, begin to commit 3.9
   * us.
   */
  static final long REQUEST = 4 * MICRO;

  /**
   * Relative slowdown of work when all processors are busy. Fitted: 10 terminals do 6,800
   * transactions a second.
   */
  static final double INTERFERENCE = 0.39;

  /**
   * Cost of an entry of a replicated log, on each of its nodes. Measured: 24,000 a second in a
   * separate process on two processors.
   */
  static final long ENTRY = 83 * MICRO;

  /**
   * Delay, without processor time, of handing an entry from thread to thread. Measured: one entry
   * at a time takes 211 us more than its sync, of which 83 us are processor time.
   */
  static final long ENTRY_HANDOFF = 128 * MICRO;

  /**
   * Cost of sending or of receiving a message of the replicated log. Fitted: 1.3 ms a commit for
   * three processes on one machine.
   */
  static final long LOG_MESSAGE = 125 * MICRO;

  /**
   * Cost of sending or of receiving any other message. Measured: 54,384 queries a second over the
   * network on two processors; a query costs four of these and its execution.
   */
  static final long MESSAGE = 9 * MICRO;

  /** One-way delay within a machine. Measured: 14,137 echoes a second. */
  static final long LOOPBACK = 35 * MICRO;

  /**
   * Round trips to another partition during a transaction: a select and an update for the one
   * remote line of an order.
   */
  static final int REMOTE_ROUND_TRIPS = 2;

  /** Maximum number of requests per record. */
  static final int GROUP_MAX = 256;

  private ServiceTimes() {}
}

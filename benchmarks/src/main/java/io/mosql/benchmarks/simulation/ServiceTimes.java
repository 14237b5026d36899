package io.mosql.benchmarks.simulation;

/**
 * Service times measured on the machine of docs/benchmarks.md, in nanoseconds of one processor
 * unless stated otherwise. <em>Measured</em> figures are taken as they stand, <em>fitted</em> ones
 * are chosen so that a simulated single node, or three on one machine, give what was measured
 * there.
 */
final class ServiceTimes {
  private static final long MICRO = 1_000;

  /** fdatasync, time of the disk. Measured: median during the run of many terminals. */
  static final long SYNC = 111 * MICRO;

  /** pwrite of a record. Measured: 2 to 7 us. */
  static final long WRITE = 5 * MICRO;

  /** To wake the thread whose commit is durable. Measured: 13 to 15 us. */
  static final long WAKE = 14 * MICRO;

  /**
   * Part of a writing transaction's work that its certifier does. Measured: 42 % in a profile of
   * ten terminals.
   */
  static final double CERTIFIED_PART = 0.42;

  /** Part of that which applies effects; the rest judges. Measured, same profile. */
  static final double APPLIED_PART = 0.75;

  /** A request that does nothing, without its log. Measured: JMH, begin to commit 3.9 us. */
  static final long REQUEST = 4 * MICRO;

  /**
   * How much longer work takes when all processors are busy. Fitted: 10 terminals do 6,800
   * transactions a second.
   */
  static final double INTERFERENCE = 0.39;

  /**
   * An entry of a replicated log, on each of its nodes. Measured: 24,000 a second in a process of
   * its own on two processors.
   */
  static final long ENTRY = 83 * MICRO;

  /**
   * Delay, not work: threads that an entry passes on its way. Measured: one entry at a time takes
   * 211 us more than its sync, of which the work is 83.
   */
  static final long ENTRY_HANDOFF = 128 * MICRO;

  /**
   * To send or to receive a message of the replicated log. Fitted: 1.3 ms a commit for three
   * processes on one machine.
   */
  static final long LOG_MESSAGE = 125 * MICRO;

  /**
   * To send or to receive any other message. Measured: 54,384 queries a second over the network on
   * two processors, four of these each, with what the query itself costs.
   */
  static final long MESSAGE = 9 * MICRO;

  /** Delay of one direction within a machine. Measured: 14,137 echoes a second. */
  static final long LOOPBACK = 35 * MICRO;

  /**
   * Times that a session asks another partition while its transaction runs: a select and an update
   * for the one remote line of an order.
   */
  static final int REMOTE_ROUND_TRIPS = 2;

  /** Requests of a record at most. */
  static final int GROUP_MAX = 256;

  private ServiceTimes() {}
}

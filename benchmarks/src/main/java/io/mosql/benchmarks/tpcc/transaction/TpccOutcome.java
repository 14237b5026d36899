package io.mosql.benchmarks.tpcc.transaction;

/** How a transaction without error ended. */
public enum TpccOutcome {
  COMMITTED,
  /** The one New-Order of a hundred that orders an unknown item (clause 2.4.1.4). */
  ROLLED_BACK
}

package io.mosql.benchmarks.tpcc.transaction;

/** Outcome of a transaction without an error. */
public enum TpccOutcome {
  COMMITTED,
  /** Intended rollback of the 1 % of New-Orders with an unknown item (clause 2.4.1.4). */
  ROLLED_BACK
}

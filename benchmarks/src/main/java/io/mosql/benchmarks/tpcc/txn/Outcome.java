package io.mosql.benchmarks.tpcc.txn;

/** How a transaction ended that met no error. */
public enum Outcome {
  COMMITTED,
  /** The one New-Order of a hundred that orders an unknown item (clause 2.4.1.4). */
  ROLLED_BACK
}

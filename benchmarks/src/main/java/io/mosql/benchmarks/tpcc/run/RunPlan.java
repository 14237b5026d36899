package io.mosql.benchmarks.tpcc.run;

/**
 * Parameters of a run.
 *
 * @param seconds how long; 0 when transactionsPerTerminal ends the run
 * @param transactionsPerTerminal 0 when seconds end it
 * @param limitPerMinute transactions of all terminals together; 0 for no limit
 * @param warehouseFixed whether a terminal keeps to its warehouse, else each transaction draws one
 * @param retries how often a transaction is tried again after a serialization failure or deadlock
 */
public record RunPlan(
    int terminals,
    int seconds,
    int transactionsPerTerminal,
    int limitPerMinute,
    boolean warehouseFixed,
    TransactionMix mix,
    int retries,
    long seed) {
  /** So that a run does not repeat the input of its warming up. */
  private static final long WARMING = 0x3a;

  public RunPlan {
    if (terminals < 1) {
      throw new IllegalArgumentException("at least one terminal is needed");
    }
    if ((seconds > 0) == (transactionsPerTerminal > 0)) {
      throw new IllegalArgumentException("either a time or a number of transactions ends a run");
    }
    if (limitPerMinute < 0 || retries < 0) {
      throw new IllegalArgumentException("limit and retries cannot be negative");
    }
  }

  /** The same for some seconds. */
  public RunPlan warming(int length) {
    return new RunPlan(
        terminals, length, 0, limitPerMinute, warehouseFixed, mix, retries, seed ^ WARMING);
  }
}

package io.mosql.benchmarks.tpcc.run;

/**
 * Parameters of a run.
 *
 * @param seconds duration; 0 when transactionsPerTerminal ends the run
 * @param transactionsPerTerminal number of transactions; 0 when seconds end the run
 * @param limitPerMinute maximum transactions per minute of all terminals together; 0 for no limit
 * @param warehouseFixed whether a terminal uses a fixed warehouse; otherwise each transaction draws
 *     one
 * @param retries maximum retries of a transaction after a serialization failure or deadlock
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
  /** Changes the seed of the warm-up, so that the run does not repeat its input. */
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

  /** Returns a plan for a warm-up of the given seconds. */
  public RunPlan warming(int length) {
    return new RunPlan(
        terminals, length, 0, limitPerMinute, warehouseFixed, mix, retries, seed ^ WARMING);
  }
}

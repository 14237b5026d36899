package io.mosql.benchmarks.simulation;

import java.util.SplittableRandom;

/** Transaction type of TPC-C with its weight and costs. */
enum SimulatedTransactionType {
  NEW_ORDER(45, 231, true, true),
  PAYMENT(43, 81, true, false),
  ORDER_STATUS(4, 40, false, false),
  DELIVERY(4, 571, true, true),
  STOCK_LEVEL(4, 430, false, false);

  private static final int WEIGHTS = 100;
  private static final SimulatedTransactionType[] CARDS = cards();

  private final int weight;
  private final long work;
  private final boolean writes;
  private final boolean locksRows;

  /**
   * @param reserves whether it updates a contended row, other than by a commutative addition
   */
  SimulatedTransactionType(int weight, int medianMicros, boolean writes, boolean reserves) {
    this.weight = weight;
    this.work = medianMicros * 1_000L;
    this.writes = writes;
    this.locksRows = reserves;
  }

  private static SimulatedTransactionType[] cards() {
    SimulatedTransactionType[] cards = new SimulatedTransactionType[WEIGHTS];
    int next = 0;
    for (SimulatedTransactionType kind : values()) {
      for (int i = 0; i < kind.weight; i++) {
        cards[next++] = kind;
      }
    }
    return cards;
  }

  static SimulatedTransactionType draw(SplittableRandom random) {
    return CARDS[random.nextInt(WEIGHTS)];
  }

  boolean writes() {
    return writes;
  }

  boolean locksRows() {
    return locksRows;
  }

  /** Execution time of the session. */
  long executionNanos() {
    return writes ? Math.round(work * (1 - ServiceTimes.CERTIFIED_PART)) : work;
  }

  /** Total conflict checking time of the certifiers. */
  long certificationNanos() {
    return certified() - applyNanos();
  }

  /** Apply time of the certifiers, and of each replica. */
  long applyNanos() {
    return Math.round(certified() * ServiceTimes.APPLIED_PART);
  }

  private long certified() {
    return writes ? Math.round(work * ServiceTimes.CERTIFIED_PART) : 0;
  }
}

package io.mosql.benchmarks.partition;

import java.util.SplittableRandom;

/**
 * The five transactions of TPC-C, by their weight and what they cost without log and disk:
 * docs/benchmarks.md, medians of one terminal, less the fdatasync of 99 us for those that write.
 */
enum Kind {
  NEW_ORDER(45, 231, true, true),
  PAYMENT(43, 81, true, false),
  ORDER_STATUS(4, 40, false, false),
  DELIVERY(4, 571, true, true),
  STOCK_LEVEL(4, 430, false, false);

  private static final int WEIGHTS = 100;
  private static final Kind[] CARDS = cards();

  private final int weight;
  private final long work;
  private final boolean writes;
  private final boolean reserves;

  /**
   * @param reserves whether it changes a row by more than adding to it, one that others want too
   */
  Kind(int weight, int medianMicros, boolean writes, boolean reserves) {
    this.weight = weight;
    this.work = medianMicros * 1_000L;
    this.writes = writes;
    this.reserves = reserves;
  }

  private static Kind[] cards() {
    Kind[] cards = new Kind[WEIGHTS];
    int next = 0;
    for (Kind kind : values()) {
      for (int i = 0; i < kind.weight; i++) {
        cards[next++] = kind;
      }
    }
    return cards;
  }

  static Kind draw(SplittableRandom random) {
    return CARDS[random.nextInt(WEIGHTS)];
  }

  boolean writes() {
    return writes;
  }

  boolean reserves() {
    return reserves;
  }

  /** What its session does. */
  long executing() {
    return writes ? Math.round(work * (1 - Costs.CERTIFIED_PART)) : work;
  }

  /** What certifiers do to judge it, all together. */
  long judging() {
    return certified() - applying();
  }

  /** What certifiers, and each replica, do to apply it. */
  long applying() {
    return Math.round(certified() * Costs.APPLIED_PART);
  }

  private long certified() {
    return writes ? Math.round(work * Costs.CERTIFIED_PART) : 0;
  }
}

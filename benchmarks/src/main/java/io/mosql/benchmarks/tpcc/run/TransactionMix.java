package io.mosql.benchmarks.tpcc.run;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import io.mosql.benchmarks.tpcc.transaction.TransactionType;

/** Weights of the five transactions (clause 5.2.3), with an arbitrary sum. */
public record TransactionMix(
    int newOrder, int payment, int orderStatus, int delivery, int stockLevel) {
  /** Mix of BenchmarkSQL's property files: the minimum percentages of the specification. */
  public static final TransactionMix STANDARD = new TransactionMix(45, 43, 4, 4, 4);

  public TransactionMix {
    if (newOrder < 0 || payment < 0 || orderStatus < 0 || delivery < 0 || stockLevel < 0) {
      throw new IllegalArgumentException("a weight is negative");
    }
    if (newOrder + payment + orderStatus + delivery + stockLevel == 0) {
      throw new IllegalArgumentException("all weights are zero");
    }
  }

  int weight(TransactionType type) {
    return switch (type) {
      case NEW_ORDER -> newOrder;
      case PAYMENT -> payment;
      case ORDER_STATUS -> orderStatus;
      case DELIVERY -> delivery;
      case STOCK_LEVEL -> stockLevel;
    };
  }

  /** Creates a deck for one terminal. */
  Deck deck() {
    return new Deck(this);
  }

  /**
   * Deck with as many cards of each type as its weight, dealt in random order and shuffled again
   * when all cards are dealt (clause 5.2.4.2), so that short runs have the same mix as long ones.
   * Not thread-safe.
   */
  static final class Deck {
    private final TransactionType[] cards;
    private final int[] order;
    private int next;

    private Deck(TransactionMix mix) {
      int size = 0;
      for (TransactionType type : TransactionType.values()) {
        size += mix.weight(type);
      }
      cards = new TransactionType[size];
      order = new int[size];
      int at = 0;
      for (TransactionType type : TransactionType.values()) {
        for (int i = 0; i < mix.weight(type); i++) {
          order[at] = at;
          cards[at++] = type;
        }
      }
      next = size;
    }

    TransactionType deal(TpccRandom random) {
      if (next == order.length) {
        random.shuffle(order);
        next = 0;
      }
      return cards[order[next++]];
    }
  }
}

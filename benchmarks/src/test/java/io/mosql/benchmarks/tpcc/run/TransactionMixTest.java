package io.mosql.benchmarks.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.benchmarks.tpcc.model.TpccRandom;
import io.mosql.benchmarks.tpcc.transaction.TransactionType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class TransactionMixTest {
  @Test
  void aDeckDealsEachTypeAsOftenAsItsWeight() {
    TransactionMix.Deck deck = TransactionMix.STANDARD.deck();
    TpccRandom random = new TpccRandom(1);
    List<TransactionType> first = deal(deck, random, 100);
    List<TransactionType> second = deal(deck, random, 100);
    for (List<TransactionType> cards : List.of(first, second)) {
      Map<TransactionType, Integer> counts = new EnumMap<>(TransactionType.class);
      cards.forEach(card -> counts.merge(card, 1, Integer::sum));
      assertThat(counts)
          .containsEntry(TransactionType.NEW_ORDER, 45)
          .containsEntry(TransactionType.PAYMENT, 43)
          .containsEntry(TransactionType.ORDER_STATUS, 4)
          .containsEntry(TransactionType.DELIVERY, 4)
          .containsEntry(TransactionType.STOCK_LEVEL, 4);
    }
    assertThat(first).isNotEqualTo(second);
  }

  private static List<TransactionType> deal(
      TransactionMix.Deck deck, TpccRandom random, int cards) {
    List<TransactionType> dealt = new ArrayList<>();
    for (int i = 0; i < cards; i++) {
      dealt.add(deck.deal(random));
    }
    return dealt;
  }

  @Test
  void weightsMustMakeSense() {
    assertThatThrownBy(() -> new TransactionMix(0, 0, 0, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new TransactionMix(-1, 1, 1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

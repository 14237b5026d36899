package io.mosql.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Bank, counter and set. */
final class SumCheckersTest {
  private static final Map<Long, Long> INITIAL = Map.of(1L, 100L, 2L, 100L);

  private static List<Anomaly.Kind> kinds(List<Anomaly> anomalies) {
    return anomalies.stream().map(Anomaly::kind).toList();
  }

  private static List<Anomaly.Kind> bank(String history, long one, long two) {
    return kinds(
        new BankChecker(INITIAL, 0).check(History.parse(history), Map.of(1L, one, 2L, two)));
  }

  @Test
  void bank() {
    String history =
        """
        0 1 10 ok add(1,-5) total=195 scan={1:95,2:100} add(2,5) total=200
        1 2 11 failed add(1,-7) total=193
        2 3 12 failed scan={1:95,2:105}
        """;
    assertThat(bank(history, 95, 105)).isEmpty();
    assertThat(bank(history, 100, 100))
        .containsExactly(Anomaly.Kind.LOST_WRITE, Anomaly.Kind.LOST_WRITE);
    assertThat(bank(history, 95, 104))
        .containsExactly(Anomaly.Kind.LOST_WRITE, Anomaly.Kind.WRONG_TOTAL);
    assertThat(bank(history.replace("2:105", "2:100"), 95, 105))
        .containsExactly(Anomaly.Kind.WRONG_TOTAL);
    assertThat(bank(history.replace("total=195", "total=200"), 95, 105))
        .containsExactly(Anomaly.Kind.WRONG_TOTAL);
    assertThat(bank(history.replace("2:105}", "2:105,3:0}"), 95, 105))
        .containsExactly(Anomaly.Kind.WRONG_TOTAL);
    assertThat(bank(history.replace("1:95,2:105", "1:-1,2:201"), 95, 105))
        .containsExactly(Anomaly.Kind.BROKEN_BOUND);
  }

  @Test
  void bankOfUnknownTransfers() {
    String history =
        """
        0 1 10 ok add(1,-5) add(2,5)
        1 2 11 unknown add(1,-1) add(2,1)
        """;
    assertThat(bank(history, 95, 105)).isEmpty();
    assertThat(bank(history, 94, 106)).isEmpty();
    assertThat(bank(history, 93, 107))
        .containsExactly(Anomaly.Kind.LOST_WRITE, Anomaly.Kind.LOST_WRITE);
    assertThat(bank(history, 94, 105)).containsExactly(Anomaly.Kind.WRONG_TOTAL);
    assertThatThrownBy(() -> bank("0 1 10 ok add(1,-5)", 95, 100))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void bankThatRefusesTransfers() {
    String history =
        """
        0 1 2 ok add(1,-95) add(2,95)
        1 3 10 %s add(2,-20) add(1,20)
        0 4 11 failed add(1,-6) refused
        2 12 15 failed add(1,-26) add(2,26) refused
        """;
    // Before the transfer of client 1, or after it.
    assertThat(bank(history.formatted("ok"), 25, 175)).isEmpty();
    assertThat(bank(history.formatted("failed"), 5, 195)).isEmpty();
    assertThat(bank(history.formatted("unknown"), 5, 195)).isEmpty();
    assertThat(bank(history.formatted("ok").replace("-26", "-25"), 25, 175))
        .containsExactly(Anomaly.Kind.FALSE_REFUSAL);
    // A change with unknown outcome may come late.
    assertThat(bank(history.formatted("unknown").replace("-26", "-25"), 25, 175)).isEmpty();
    assertThat(bank(history.formatted("ok").replace("-6", "-5"), 25, 175))
        .containsExactly(Anomaly.Kind.FALSE_REFUSAL);
    assertThat(bank("0 1 2 failed add(1,100) refused", 100, 100))
        .containsExactly(Anomaly.Kind.FALSE_REFUSAL);
  }

  private static List<Anomaly.Kind> counter(String history) {
    return kinds(CounterChecker.check(History.parse(history)));
  }

  @Test
  void counter() {
    String history =
        """
        0 1 2 ok add(1,1)
        1 3 10 ok add(1,2) read(1)=%d
        2 4 5 failed add(1,4)
        3 6 7 ok read(1)=%d
        2 11 12 ok read(1)=%d
        """;
    assertThat(counter(history.formatted(3, 1, 3))).isEmpty();
    assertThat(counter(history.formatted(3, 3, 3))).isEmpty();
    assertThat(counter(history.formatted(2, 1, 3))).containsExactly(Anomaly.Kind.LOST_WRITE);
    assertThat(counter(history.formatted(3, 0, 3))).containsExactly(Anomaly.Kind.LOST_WRITE);
    assertThat(counter(history.formatted(3, 1, 7))).containsExactly(Anomaly.Kind.GARBAGE);
    assertThat(counter(history.formatted(3, 1, 1))).contains(Anomaly.Kind.LOST_WRITE);
    assertThatThrownBy(() -> counter("0 1 2 ok add(1,-1)"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void counterThatGoesBackwards() {
    String history =
        """
        0 1 20 ok add(1,1)
        1 2 3 ok read(1)=%d
        1 4 5 ok read(1)=%d
        """;
    assertThat(counter(history.formatted(0, 1))).isEmpty();
    assertThat(counter(history.formatted(1, 0))).containsExactly(Anomaly.Kind.REAL_TIME_VIOLATION);
  }

  @Test
  void counterOfUnknownIncrements() {
    String history =
        """
        0 1 2 unknown add(1,1)
        1 3 4 ok add(1,1)
        1 5 6 ok read(1)=%d
        """;
    assertThat(counter(history.formatted(1))).isEmpty();
    assertThat(counter(history.formatted(2))).isEmpty();
    assertThat(counter(history.formatted(3))).containsExactly(Anomaly.Kind.GARBAGE);
    assertThat(counter(history.formatted(0))).containsExactly(Anomaly.Kind.LOST_WRITE);
  }

  private static List<Anomaly.Kind> set(String history) {
    return kinds(SetChecker.check(History.parse(history)));
  }

  @Test
  void set() {
    String history =
        """
        0 1 2 ok append(1,10)
        1 3 20 ok append(1,11) list(1)=[11,10]
        2 4 5 failed append(1,12) list(1)=[12,10]
        3 6 7 unknown append(1,13)
        4 8 9 ok list(1)=%s
        0 21 22 ok append(1,14)
        """;
    for (String good : List.of("[10]", "[10,11]", "[13,10]")) {
      assertThat(set(history.formatted(good))).as(good).isEmpty();
    }
    assertThat(set(history.formatted("[11]"))).containsExactly(Anomaly.Kind.LOST_WRITE);
    assertThat(set(history.formatted("[10,12]"))).containsExactly(Anomaly.Kind.ABORTED_READ);
    assertThat(set(history.formatted("[10,10]"))).containsExactly(Anomaly.Kind.DUPLICATE);
    assertThat(set(history.formatted("[10,99]"))).containsExactly(Anomaly.Kind.GARBAGE);
    assertThat(set(history.formatted("[10,14]"))).containsExactly(Anomaly.Kind.GARBAGE);
    assertThat(set(history.formatted("[10]").replace("[11,10]", "[10]")))
        .containsExactly(Anomaly.Kind.LOST_WRITE);
  }
}

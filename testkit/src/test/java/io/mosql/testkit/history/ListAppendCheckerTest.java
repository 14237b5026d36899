package io.mosql.testkit.history;

import static io.mosql.testkit.history.ConsistencyModel.READ_COMMITTED;
import static io.mosql.testkit.history.ConsistencyModel.SNAPSHOT;
import static io.mosql.testkit.history.ConsistencyModel.STRICT_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each anomaly is found in a history that has it, and in none that nearly has. */
final class ListAppendCheckerTest {
  private static List<Anomaly.Kind> kinds(ConsistencyModel promise, String history) {
    return ListAppendChecker.check(History.parse(history), promise).stream()
        .map(Anomaly::kind)
        .toList();
  }

  private static void good(ConsistencyModel promise, String history) {
    assertThat(ListAppendChecker.check(History.parse(history), promise)).isEmpty();
  }

  private static void badEverywhere(Anomaly.Kind kind, String history) {
    for (ConsistencyModel promise : ConsistencyModel.values()) {
      assertThat(kinds(promise, history)).as(promise.name()).contains(kind);
    }
  }

  @Test
  void dirtyWrite() {
    String writes =
        """
        0 1 10 ok append(1,10) append(2,20)
        1 2 11 ok append(1,11) append(2,21)
        """;
    badEverywhere(Anomaly.Kind.DIRTY_WRITE, writes + "2 20 21 ok list(1)=[10,11] list(2)=[21,20]");
    good(STRICT_SERIALIZABLE, writes + "2 20 21 ok list(1)=[10,11] list(2)=[20,21]");
    good(STRICT_SERIALIZABLE, writes + "2 20 21 ok list(1)=[11,10] list(2)=[21,20]");
  }

  @Test
  void abortedRead() {
    badEverywhere(
        Anomaly.Kind.ABORTED_READ,
        """
        0 1 10 failed append(1,10)
        1 2 11 ok list(1)=[10]
        """);
    good(
        STRICT_SERIALIZABLE,
        """
        0 1 10 failed append(1,10) list(1)=[10]
        1 2 11 ok list(1)=[]
        """);
  }

  @Test
  void intermediateRead() {
    String writer = "0 1 10 ok append(1,10) append(1,11)\n";
    badEverywhere(
        Anomaly.Kind.INTERMEDIATE_READ,
        writer + "1 2 11 ok list(1)=[10]\n2 20 21 ok list(1)=[10,11]");
    good(STRICT_SERIALIZABLE, writer + "1 2 11 ok list(1)=[]\n2 20 21 ok list(1)=[10,11]");
  }

  @Test
  void circularInformation() {
    badEverywhere(
        Anomaly.Kind.CIRCULAR_INFORMATION,
        """
        0 1 10 ok append(1,10) list(2)=[20]
        1 2 11 ok append(2,20) list(1)=[10]
        """);
    good(
        STRICT_SERIALIZABLE,
        """
        0 1 10 ok append(1,10) list(2)=[]
        1 2 11 ok append(2,20) list(1)=[10]
        """);
  }

  @Test
  void lostUpdate() {
    String history =
        """
        0 1 10 ok list(1)=[] append(1,10)
        1 2 11 ok list(1)=[] append(1,11)
        2 20 21 ok list(1)=[10,11]
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).containsExactly(Anomaly.Kind.LOST_UPDATE);
    assertThat(kinds(SNAPSHOT, history)).containsExactly(Anomaly.Kind.LOST_UPDATE);
    good(READ_COMMITTED, history);
    good(
        STRICT_SERIALIZABLE,
        history.replace("list(1)=[] append(1,11)", "list(1)=[10] append(1,11)"));
  }

  @Test
  void readSkew() {
    String history =
        """
        0 1 10 ok append(1,10) append(2,20)
        1 2 11 ok list(1)=[] list(2)=[20]
        2 20 21 ok list(1)=[10]
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).containsExactly(Anomaly.Kind.READ_SKEW);
    assertThat(kinds(SNAPSHOT, history)).containsExactly(Anomaly.Kind.READ_SKEW);
    good(READ_COMMITTED, history);
    good(STRICT_SERIALIZABLE, history.replace("list(2)=[20]", "list(2)=[]"));
  }

  @Test
  void readSkewOfAnAttemptThatFailsLater() {
    String history =
        """
        0 1 10 ok append(1,10) append(2,20)
        1 2 11 failed list(1)=[] list(2)=[20] append(3,30)
        2 20 21 ok list(1)=[10]
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).containsExactly(Anomaly.Kind.READ_SKEW);
    assertThat(kinds(SNAPSHOT, history)).containsExactly(Anomaly.Kind.READ_SKEW);
    good(READ_COMMITTED, history);
  }

  @Test
  void longFork() {
    String history =
        """
        0 1 10 ok append(1,10)
        1 2 11 ok append(2,20)
        2 3 12 ok list(1)=[10] list(2)=[]
        3 4 13 ok list(1)=[] list(2)=[20]
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).containsExactly(Anomaly.Kind.LONG_FORK);
    assertThat(kinds(SNAPSHOT, history)).containsExactly(Anomaly.Kind.LONG_FORK);
    good(READ_COMMITTED, history);
    good(
        STRICT_SERIALIZABLE,
        history.replace("list(1)=[] list(2)=[20]", "list(1)=[10] list(2)=[20]"));
  }

  @Test
  void writeSkew() {
    String history =
        """
        0 1 10 ok list(1)=[] append(2,20)
        1 2 11 ok list(2)=[] append(1,10)
        2 20 21 ok list(1)=[10] list(2)=[20]
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).containsExactly(Anomaly.Kind.WRITE_SKEW);
    good(SNAPSHOT, history);
    good(READ_COMMITTED, history);
    good(STRICT_SERIALIZABLE, history.replace("list(2)=[] ", "list(2)=[20] "));
  }

  @Test
  void staleRead() {
    String history =
        """
        0 1 2 ok append(1,10)
        1 3 4 ok list(1)=[]
        2 20 21 ok list(1)=[10]
        """;
    for (ConsistencyModel promise : ConsistencyModel.values()) {
      assertThat(kinds(promise, history)).containsExactly(Anomaly.Kind.REAL_TIME_VIOLATION);
    }
    good(STRICT_SERIALIZABLE, history.replace("0 1 2 ok", "0 1 5 ok"));
    // Not ordered by the clock of one register, but by that of two.
    String two =
        """
        0 1 2 ok append(1,10)
        1 3 4 ok append(2,20)
        2 0 30 ok list(1)=[] list(2)=[20]
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, two)).containsExactly(Anomaly.Kind.REAL_TIME_VIOLATION);
    assertThat(kinds(SNAPSHOT, two)).containsExactly(Anomaly.Kind.REAL_TIME_VIOLATION);
    good(READ_COMMITTED, two);
  }

  @Test
  void anAcknowledgedAppendThatIsNeverSeenAgain() {
    badEverywhere(
        Anomaly.Kind.REAL_TIME_VIOLATION,
        """
        0 1 2 ok append(1,10)
        0 3 4 ok append(1,11)
        1 5 6 ok list(1)=[11]
        """);
  }

  @Test
  void readsThatGoBackwards() {
    String history =
        """
        0 1 9 unknown append(1,10)
        1 10 11 ok list(1)=[10]
        1 12 13 ok list(1)=[]
        """;
    badEverywhere(Anomaly.Kind.REAL_TIME_VIOLATION, history);
    // A change with unknown outcome may happen late, or never.
    good(
        STRICT_SERIALIZABLE,
        history.replace("[10]", "[x]").replace("[]", "[10]").replace("[x]", "[]"));
    good(STRICT_SERIALIZABLE, history.replace("[10]", "[]"));
  }

  @Test
  void ownWritesAndRepeatedReads() {
    badEverywhere(Anomaly.Kind.INTERNAL, "0 1 2 ok append(1,10) list(1)=[]");
    badEverywhere(Anomaly.Kind.INTERNAL, "0 1 2 ok list(1)=[10] append(1,10)");
    good(STRICT_SERIALIZABLE, "0 1 2 ok append(1,10) append(1,11) list(1)=[10,11]");
    String twice =
        """
        0 1 10 ok append(1,10)
        1 2 11 ok list(1)=[] list(1)=[10]
        """;
    assertThat(kinds(SNAPSHOT, twice)).contains(Anomaly.Kind.INTERNAL);
    good(READ_COMMITTED, twice);
  }

  @Test
  void listsThatNoOrderExplains() {
    String writers = "0 1 10 ok append(1,10)\n1 2 11 ok append(1,11)\n";
    badEverywhere(
        Anomaly.Kind.INCOMPATIBLE_ORDER,
        writers + "2 20 21 ok list(1)=[10,11]\n3 22 23 ok list(1)=[11,10]");
    badEverywhere(Anomaly.Kind.DUPLICATE, writers + "2 20 21 ok list(1)=[10,11,10]");
    badEverywhere(Anomaly.Kind.GARBAGE, writers + "2 20 21 ok list(1)=[10,11,12]");
    good(STRICT_SERIALIZABLE, writers + "2 20 21 ok list(1)=[11,10]\n3 22 23 ok list(1)=[11,10]");
  }

  @Test
  void showsTheCycle() {
    List<Anomaly> found =
        ListAppendChecker.check(
            History.parse(
                """
                0 1 10 ok list(1)=[] append(2,20)
                1 2 11 ok list(2)=[] append(1,10)
                2 20 21 ok list(1)=[10] list(2)=[20]
                """),
            STRICT_SERIALIZABLE);
    assertThat(found)
        .singleElement()
        .hasToString(
            """
            WRITE_SKEW:
              T0 comes before T1 (rw of 1); T0: 0 1 10 ok list(1)=[] append(2,20)
              T1 comes before T0 (rw of 2); T1: 1 2 11 ok list(2)=[] append(1,10)""");
  }

  @Test
  void refusesHistoriesThatItCannotJudge() {
    History history = History.parse("0 1 2 ok append(1,10)\n0 3 4 failed append(1,10)");
    assertThatThrownBy(() -> ListAppendChecker.check(history, SNAPSHOT))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package io.mosql.testkit.history;

import static io.mosql.testkit.history.ConsistencyModel.READ_COMMITTED;
import static io.mosql.testkit.history.ConsistencyModel.SNAPSHOT;
import static io.mosql.testkit.history.ConsistencyModel.STRICT_SERIALIZABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each anomaly is found in a history that has it, and in none that nearly has. */
final class RegisterCheckerTest {
  private static List<Anomaly.Kind> kinds(ConsistencyModel promise, String history) {
    return RegisterChecker.check(History.parse(history), promise).stream()
        .map(Anomaly::kind)
        .toList();
  }

  private static void good(ConsistencyModel promise, String history) {
    assertThat(RegisterChecker.check(History.parse(history), promise)).isEmpty();
  }

  private static void badEverywhere(Anomaly.Kind kind, String history) {
    for (ConsistencyModel promise : ConsistencyModel.values()) {
      assertThat(kinds(promise, history)).as(promise.name()).contains(kind);
    }
  }

  @Test
  void dirtyWrite() {
    // The orders of both registers are known from the clock: 10 before 11, and 21 before 20.
    String history =
        """
        0 1 30 ok write(1,10) write(2,20)
        1 2 31 ok write(1,11) write(2,21)
        2 3 4 ok read(1)=10
        2 5 6 ok read(1)=11
        2 7 8 ok read(2)=21
        2 9 10 ok read(2)=20
        """;
    badEverywhere(Anomaly.Kind.DIRTY_WRITE, history);
    good(
        STRICT_SERIALIZABLE,
        """
        0 1 30 ok write(1,10) write(2,20)
        1 2 31 ok write(1,11) write(2,21)
        2 3 4 ok read(1)=10
        2 5 6 ok read(2)=20
        2 7 8 ok read(2)=21
        2 9 10 ok read(1)=11
        """);
  }

  @Test
  void readsOfWhatWasNotWritten() {
    badEverywhere(Anomaly.Kind.ABORTED_READ, "0 1 10 failed write(1,10)\n1 2 11 failed read(1)=10");
    badEverywhere(
        Anomaly.Kind.INTERMEDIATE_READ, "0 1 10 ok write(1,10) write(1,11)\n1 2 11 ok read(1)=10");
    badEverywhere(Anomaly.Kind.GARBAGE, "0 1 10 ok read(1)=10");
    badEverywhere(Anomaly.Kind.INTERNAL, "0 1 10 ok read(1)=10 write(1,10)");
    badEverywhere(Anomaly.Kind.INTERNAL, "0 1 10 ok write(1,10) read(1)=null");
    good(
        STRICT_SERIALIZABLE,
        """
        0 1 10 failed write(1,10) read(1)=10
        1 2 11 ok write(1,11) write(1,12) read(1)=12
        2 3 12 ok read(1)=null read(1)=null
        """);
  }

  @Test
  void circularInformation() {
    String history =
        """
        0 1 10 ok write(1,10) read(2)=20
        1 2 11 ok write(2,20) read(1)=10
        """;
    badEverywhere(Anomaly.Kind.CIRCULAR_INFORMATION, history);
    good(STRICT_SERIALIZABLE, history.replace("read(2)=20", "read(2)=null"));
  }

  @Test
  void lostUpdate() {
    String history =
        """
        0 1 10 ok read(1)=null write(1,10)
        1 2 11 ok read(1)=null write(1,11)
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).contains(Anomaly.Kind.LOST_UPDATE);
    assertThat(kinds(SNAPSHOT, history)).containsExactly(Anomaly.Kind.LOST_UPDATE);
    good(READ_COMMITTED, history);
    good(STRICT_SERIALIZABLE, history.replace("null write(1,11)", "10 write(1,11)"));
    good(STRICT_SERIALIZABLE, history.replace("1 2 11 ok", "1 2 11 failed"));
  }

  @Test
  void readSkew() {
    String history =
        """
        0 1 10 ok read(1)=null write(1,10) write(2,20)
        1 2 11 ok read(1)=null read(2)=20
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).containsExactly(Anomaly.Kind.READ_SKEW);
    assertThat(kinds(SNAPSHOT, history)).containsExactly(Anomaly.Kind.READ_SKEW);
    good(READ_COMMITTED, history);
    good(STRICT_SERIALIZABLE, history.replace("read(2)=20", "read(2)=null"));
  }

  @Test
  void longFork() {
    String history =
        """
        0 1 10 ok write(1,10)
        1 2 11 ok write(2,20)
        2 3 12 ok read(1)=10 read(2)=null
        3 4 13 failed read(1)=null read(2)=20
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).containsExactly(Anomaly.Kind.LONG_FORK);
    assertThat(kinds(SNAPSHOT, history)).containsExactly(Anomaly.Kind.LONG_FORK);
    good(READ_COMMITTED, history);
    good(STRICT_SERIALIZABLE, history.replace("read(1)=null", "read(1)=10"));
  }

  @Test
  void writeSkew() {
    String history =
        """
        0 1 10 ok read(1)=null read(2)=null write(2,20)
        1 2 11 ok read(1)=null read(2)=null write(1,10)
        """;
    assertThat(kinds(STRICT_SERIALIZABLE, history)).containsExactly(Anomaly.Kind.WRITE_SKEW);
    good(SNAPSHOT, history);
    good(
        STRICT_SERIALIZABLE, history.replace("read(2)=null write(1,10)", "read(2)=20 write(1,10)"));
  }

  @Test
  void staleRead() {
    String history =
        """
        0 1 2 ok write(1,10)
        1 3 4 ok read(1)=null
        """;
    badEverywhere(Anomaly.Kind.REAL_TIME_VIOLATION, history);
    good(STRICT_SERIALIZABLE, history.replace("1 3 4 ok", "1 0 4 ok"));
    badEverywhere(
        Anomaly.Kind.REAL_TIME_VIOLATION,
        """
        0 1 2 ok write(1,10)
        0 3 4 ok write(1,11)
        1 5 6 ok read(1)=10
        """);
  }

  @Test
  void whatNobodyKnowsTheFateOf() {
    good(
        STRICT_SERIALIZABLE,
        """
        0 1 2 unknown write(1,10)
        1 3 4 ok read(1)=null
        1 5 6 ok read(1)=10
        """);
    badEverywhere(
        Anomaly.Kind.REAL_TIME_VIOLATION,
        """
        0 1 2 unknown write(1,10)
        1 3 4 ok read(1)=10
        1 5 6 ok read(1)=null
        """);
    // Never happened, so that it cannot order the two others.
    good(
        STRICT_SERIALIZABLE,
        """
        0 1 2 unknown read(2)=null write(1,10)
        1 3 4 ok write(2,20)
        1 5 6 ok read(1)=null
        """);
  }

  @Test
  void aBlindWriteOnASnapshotIsNoLostUpdate() {
    String history =
        """
        0 1 20 ok read(1)=null write(2,21)
        1 2 19 ok read(1)=null write(1,10) read(2)=null write(2,20)
        2 3 4 ok read(2)=20
        2 21 22 ok read(2)=21
        """;
    good(SNAPSHOT, history);
    assertThat(kinds(STRICT_SERIALIZABLE, history)).contains(Anomaly.Kind.READ_SKEW);
    assertThat(kinds(SNAPSHOT, history.replace("write(2,21)", "read(2)=20 write(2,21)")))
        .contains(Anomaly.Kind.READ_SKEW);
  }
}

package io.mosql.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sessions and long forks, by hand and on replicas that lag behind one log. */
final class SessionCheckersTest {
  private static final int SEEDS = 100;
  private static final int CLIENTS = 4;
  private static final int SETS = 3;
  private static final int ATTEMPTS = 80;

  private static List<Anomaly.Kind> session(String history) {
    return SessionChecker.check(History.parse(history)).stream().map(Anomaly::kind).toList();
  }

  private static List<Anomaly.Kind> fork(String history) {
    return LongForkChecker.check(History.parse(history)).stream().map(Anomaly::kind).toList();
  }

  @Test
  void anOldReadIsAllowedUntilTheClientSawMore() {
    String history =
        """
        0 1 2 ok append(1,10)
        0 3 4 ok append(1,11)
        1 5 6 ok list(1)=[]
        1 7 8 ok list(1)=[10]
        1 9 10 ok list(1)=%s
        """;
    assertThat(session(history.formatted("[10]"))).isEmpty();
    assertThat(session(history.formatted("[11,10]"))).isEmpty();
    assertThat(session(history.formatted("[]"))).containsExactly(Anomaly.Kind.BACKWARD_READ);
    assertThat(session(history.formatted("[11]"))).containsExactly(Anomaly.Kind.BACKWARD_READ);
    assertThat(session(history.formatted("[10,10]"))).containsExactly(Anomaly.Kind.DUPLICATE);
    assertThat(session(history.formatted("[10,12]"))).containsExactly(Anomaly.Kind.GARBAGE);
  }

  @Test
  void aClientSeesWhatItWasAcknowledged() {
    String history =
        """
        0 1 2 %s append(1,10) list(1)=[10]
        0 3 4 ok list(1)=%s list(2)=[]
        """;
    assertThat(session(history.formatted("ok", "[10]"))).isEmpty();
    assertThat(session(history.formatted("ok", "[]")))
        .containsExactly(Anomaly.Kind.OWN_WRITE_UNSEEN);
    assertThat(session(history.formatted("unknown", "[]"))).isEmpty();
    assertThat(session(history.formatted("unknown", "[10]"))).isEmpty();
    assertThat(session(history.formatted("failed", "[]"))).isEmpty();
    assertThat(session(history.formatted("failed", "[10]")))
        .containsExactly(Anomaly.Kind.ABORTED_READ);
    assertThat(session("0 1 2 ok append(1,10) list(1)=[]")).containsExactly(Anomaly.Kind.INTERNAL);
    assertThat(session("0 1 2 ok list(1)=[10] append(1,10)")).containsExactly(Anomaly.Kind.GARBAGE);
    assertThat(session("0 1 2 ok list(1)=[10]\n1 3 4 ok append(1,10)"))
        .containsExactly(Anomaly.Kind.GARBAGE);
    assertThatThrownBy(() -> session("0 1 2 ok append(1,10)\n1 3 4 ok append(1,10)"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatAnAttemptWasShownThatFailedCountsToo() {
    assertThat(
            session(
                """
                0 1 2 ok append(1,10)
                1 3 4 failed list(1)=[10]
                1 5 6 ok list(1)=[]
                """))
        .containsExactly(Anomaly.Kind.BACKWARD_READ);
  }

  @Test
  void twoReadersSeeWritesInOneOrder() {
    String history =
        """
        0 1 10 ok append(1,10)
        1 2 11 ok append(2,20)
        2 3 12 ok list(1)=[10] list(2)=%s
        3 4 13 ok list(2)=[20] list(1)=%s
        4 5 14 ok list(1)=[]
        """;
    assertThat(fork(history.formatted("[]", "[10]"))).isEmpty();
    assertThat(fork(history.formatted("[20]", "[]"))).isEmpty();
    assertThat(fork(history.formatted("[]", "[]"))).containsExactly(Anomaly.Kind.LONG_FORK);
  }

  @Test
  void whatAReaderWroteItselfIsNoFork() {
    assertThat(
            fork(
                """
                0 1 10 ok append(1,10) list(1)=[10] list(2)=[]
                1 2 11 ok append(2,20) list(1)=[] list(2)=[20]
                """))
        .isEmpty();
  }

  @Test
  void replicasThatLagAreNotBlamed() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      History history = new Lagging(seed).play(true);
      assertThat(SessionChecker.check(history)).as("seed %d\n%s", seed, history).isEmpty();
      assertThat(LongForkChecker.check(history)).as("seed %d\n%s", seed, history).isEmpty();
    }
  }

  @Test
  void sessionsThatForgetTheirPositionAreCaught() {
    int caught = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      History history = new Lagging(seed).play(false);
      caught += SessionChecker.check(history).isEmpty() ? 0 : 1;
      assertThat(LongForkChecker.check(history)).as("seed %d\n%s", seed, history).isEmpty();
    }
    assertThat(caught).isGreaterThan(SEEDS * 9 / 10);
  }

  @Test
  void replicasThatApplyInAnOrderOfTheirOwnAreCaught() {
    int caught = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      Lagging forked = new Lagging(seed);
      forked.swaps = true;
      caught += LongForkChecker.check(forked.play(true)).isEmpty() ? 0 : 1;
    }
    assertThat(caught).isGreaterThan(SEEDS / 2);
  }

  /** Clients append to the log and read all sets as of some position of it, each time another. */
  private static final class Lagging {
    private final SeededRandom random;
    private final List<TransactionStep.Append> log = new ArrayList<>();
    private final int[] positions = new int[CLIENTS];
    private boolean swaps;

    Lagging(long seed) {
      random = new SeededRandom(seed);
    }

    History play(boolean remember) {
      List<Attempt> attempts = new ArrayList<>();
      for (int i = 0; i < ATTEMPTS; i++) {
        int client = random.nextInt(CLIENTS);
        List<TransactionStep> steps = new ArrayList<>();
        if (random.nextInt(2) == 0) {
          TransactionStep.Append append = new TransactionStep.Append(random.nextInt(SETS), i);
          log.add(append);
          steps.add(append);
          positions[client] = log.size();
        } else {
          int least = remember ? positions[client] : 0;
          positions[client] = least + random.nextInt(log.size() - least + 1);
          read(positions[client], steps);
        }
        attempts.add(new Attempt(client, 2L * i, 2L * i + 1, AttemptOutcome.OK, steps));
      }
      return new History(attempts);
    }

    private void read(int position, List<TransactionStep> steps) {
      List<TransactionStep.Append> applied = new ArrayList<>(log.subList(0, position));
      if (swaps && position < log.size() && position > 0 && random.nextInt(2) == 0) {
        applied.set(position - 1, log.get(position));
      }
      for (int key = 0; key < SETS; key++) {
        long set = key;
        steps.add(
            new TransactionStep.ReadList(
                set,
                applied.stream()
                    .filter(append -> append.key() == set)
                    .map(TransactionStep.Append::value)
                    .toList()));
      }
    }
  }
}

package io.mosql.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many random histories: none of a database that satisfies its model is rejected, and a weaker
 * database is soon detected.
 */
final class CheckersOnSimulationTest {
  private static final int SEEDS = 100;
  private static final int ATTEMPTS = 60;

  private static List<Anomaly> check(History history, ConsistencyModel promise, boolean registers) {
    return registers
        ? RegisterChecker.check(history, promise)
        : ListAppendChecker.check(history, promise);
  }

  @ParameterizedTest
  @EnumSource
  void blamesNobodyWhoKeepsThePromise(ConsistencyModel level) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      for (boolean registers : new boolean[] {false, true}) {
        History history = SimulatedDatabase.play(level, seed, ATTEMPTS, registers);
        for (ConsistencyModel promise : ConsistencyModel.values()) {
          if (promise.compareTo(level) >= 0) {
            assertThat(check(history, promise, registers))
                .as("seed %d, registers %s, %s:\n%s", seed, registers, promise, history)
                .isEmpty();
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = "STRICT_SERIALIZABLE", mode = EnumSource.Mode.EXCLUDE)
  void catchesAWeakerLevel(ConsistencyModel level) {
    for (boolean registers : new boolean[] {false, true}) {
      Set<Anomaly.Kind> found = EnumSet.noneOf(Anomaly.Kind.class);
      ConsistencyModel wanted =
          level == ConsistencyModel.SNAPSHOT
              ? ConsistencyModel.STRICT_SERIALIZABLE
              : ConsistencyModel.SNAPSHOT;
      for (long seed = 1; seed <= SEEDS; seed++) {
        History history = SimulatedDatabase.play(level, seed, ATTEMPTS, registers);
        check(history, wanted, registers).forEach(anomaly -> found.add(anomaly.kind()));
      }
      assertThat(found)
          .as("registers %s", registers)
          .contains(
              level == ConsistencyModel.SNAPSHOT
                  ? Anomaly.Kind.WRITE_SKEW
                  : Anomaly.Kind.READ_SKEW);
    }
  }

  /** Removes from a list a value that had been acknowledged before the reader began. */
  @ParameterizedTest
  @EnumSource
  void catchesAReadThatIsTooOld(ConsistencyModel promise) {
    int planted = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      History history =
          SimulatedDatabase.play(ConsistencyModel.STRICT_SERIALIZABLE, seed, ATTEMPTS, false);
      History stale = withStaleRead(history, new SeededRandom(seed));
      if (stale != null) {
        planted++;
        assertThat(ListAppendChecker.check(stale, promise)).as("seed %d", seed).isNotEmpty();
      }
    }
    assertThat(planted).isGreaterThan(SEEDS / 2);
  }

  private static @Nullable History withStaleRead(History history, SeededRandom random) {
    List<Attempt> attempts = new ArrayList<>(history.attempts());
    for (int tries = 0; tries < 1000; tries++) {
      int at = random.nextInt(attempts.size());
      Attempt attempt = attempts.get(at);
      boolean plain = attempt.steps().stream().noneMatch(TransactionStep.Append.class::isInstance);
      if (plain
          && attempt.steps().size() == 1
          && attempt.steps().get(0) instanceof TransactionStep.ReadList list
          && acknowledged(history, list.key(), attempt.invoked()) > 0) {
        int keep = random.nextInt(acknowledged(history, list.key(), attempt.invoked()));
        attempts.set(
            at,
            new Attempt(
                attempt.client(),
                attempt.invoked(),
                attempt.ended(),
                attempt.outcome(),
                List.of(new TransactionStep.ReadList(list.key(), list.values().subList(0, keep)))));
        return new History(attempts);
      }
    }
    return null;
  }

  private static int acknowledged(History history, long key, long before) {
    int count = 0;
    for (Attempt attempt : history.attempts()) {
      for (TransactionStep step : attempt.steps()) {
        if (step instanceof TransactionStep.Append append
            && append.key() == key
            && attempt.outcome() == AttemptOutcome.OK
            && attempt.ended() < before) {
          count++;
        }
      }
    }
    return count;
  }
}

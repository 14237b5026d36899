package io.mosql.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.storage.version.Simulation;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.soak.Totals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Under any faults, and with any interleaving of the clients: committed transactions satisfy their
 * levels, acknowledged changes are kept, and queries of lost answers get the right outcome.
 */
final class SimulationTest {
  private static final int SEEDS = 500;
  private static final int SAMPLE = 20;
  private static final int LINES_SHOWN = 60;

  @Test
  void keepsItsPromisesInEveryLife() {
    String seed = System.getProperty("simulation.seed", "");
    if (!seed.isEmpty()) {
      Simulation.play(Long.parseLong(seed), new Totals(), System.out::println);
      return;
    }
    Totals totals = new Totals();
    List<Long> seeds = Rotation.seeds(SAMPLE, SEEDS);
    for (long i : seeds) {
      play(i, totals);
    }
    assertThat(totals.get("commits acknowledged")).isGreaterThan(seeds.size() * 10L);
    if (!Rotation.isNightly()) {
      return;
    }
    for (String met :
        List.of(
            "answers lost",
            "checkpoints",
            "closings",
            "failure reported after a delivery",
            "fates unknown",
            "full disk before an append",
            "full disk reported after a delivery",
            "kills",
            "outcomes asked for before the commit",
            "outcomes asked for before the request came",
            "outcomes: aborted",
            "outcomes: committed",
            "outcomes: forgotten",
            "power cuts",
            "refreshes refused",
            "rejected: bound of a column",
            "rejected: count",
            "rejected: its outcome was asked for before",
            "rejected: key to change is absent",
            "rejected: key to insert is present",
            "rejected: leader changed",
            "rejected: point read",
            "rejected: range read",
            "rejected: submitted too long ago",
            "rejected: table read",
            "requests judged again",
            "restarts",
            "rows held by others",
            "snapshots of statements refused",
            "statements failed",
            "statements run again")) {
      assertThat(totals.get(met)).as(met).isPositive();
    }
  }

  /** Runs a seed; a failure reports how to replay it, and the last events. */
  static void play(long seed, Totals totals) {
    try {
      Simulation.play(seed, totals, null);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "replay: ./mvnw verify -pl storage -am -Dtest=SimulationTest"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed="
              + seed
              + "\n"
              + String.join("\n", lastLines(seed)),
          e);
    }
  }

  private static Deque<String> lastLines(long seed) {
    Deque<String> last = new ArrayDeque<>();
    try {
      Simulation.play(
          seed,
          new Totals(),
          line -> {
            last.addLast(line);
            if (last.size() > LINES_SHOWN) {
              last.removeFirst();
            }
          });
      last.addLast("the second time it ended well");
    } catch (RuntimeException | Error e) {
      last.addLast(String.valueOf(e.getMessage()));
    }
    return last;
  }

  @Test
  void replaysExactly() {
    for (long seed : Rotation.seeds(3, 20)) {
      assertThat(trace(seed)).isEqualTo(trace(seed)).hasSizeGreaterThan(50);
    }
  }

  private static List<String> trace(long seed) {
    List<String> lines = new ArrayList<>();
    Simulation.play(seed, new Totals(), lines::add);
    return lines;
  }
}

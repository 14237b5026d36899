package io.mosql.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.storage.version.ClusterSimulation;
import io.mosql.testkit.Rotation;
import io.mosql.testkit.soak.Totals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Under any faults of nodes and links, and with any leader: acknowledged changes are kept, once, on
 * every node; rejected ones never appear; strict reads are linearizable, session reads never go
 * back; and all nodes converge to the same contents.
 */
final class ClusterSimulationTest {
  private static final int SEEDS = 500;
  private static final int SAMPLE = 20;
  private static final int LINES_SHOWN = 80;

  @Test
  void keepsItsPromisesWhoeverLeads() {
    String seed = System.getProperty("simulation.seed", "");
    if (!seed.isEmpty()) {
      ClusterSimulation.play(Long.parseLong(seed), new Totals(), System.out::println);
      return;
    }
    Totals totals = new Totals();
    List<Long> seeds = Rotation.seeds(SAMPLE, SEEDS);
    for (long i : seeds) {
      play(i, totals);
    }
    assertThat(totals.get("commits acknowledged")).isGreaterThan(seeds.size() * 5L);
    if (!Rotation.isNightly()) {
      return;
    }
    for (String met :
        List.of(
            "answers lost",
            "checkpoints",
            "checkpoints failed",
            "checkpoints received",
            "contents checked by the log",
            "contents compared",
            "elections",
            "fates unknown",
            "kills",
            "leads changed before an append",
            "leads handed on",
            "links cut",
            "members joined",
            "nodes isolated",
            "outcomes: aborted",
            "outcomes: committed",
            "outcomes: forgotten",
            "power cuts",
            "refused: 57P05",
            "rejected: point read",
            "requests judged again",
            "session reads",
            "sessions that waited for their node",
            "strict queries on the leader",
            "strict reads elsewhere",
            "strict reads on the leader",
            "void records",
            "voters added",
            "voters removed")) {
      assertThat(totals.get(met)).as(met).isPositive();
    }
  }

  /** Runs a seed; a failure reports how to replay it, and the last events. */
  static void play(long seed, Totals totals) {
    try {
      ClusterSimulation.play(seed, totals, null);
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "replay: ./mvnw verify -pl storage -am -Dtest=ClusterSimulationTest"
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
      ClusterSimulation.play(
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
    ClusterSimulation.play(seed, new Totals(), lines::add);
    return lines;
  }
}

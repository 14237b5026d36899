package io.mosql.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever fails, and however the clients interleave: what was committed is what each level
 * promises, what was acknowledged stays, and who asks for a lost answer gets the right one.
 */
final class SimulationTest {
  private static final int SEEDS = Integer.getInteger("mosql.test.seeds", 500);
  private static final int LINES_SHOWN = 60;

  @Test
  void keepsItsPromisesInEveryLife() {
    String seed = System.getProperty("simulation.seed", "");
    if (!seed.isEmpty()) {
      Simulation.play(Long.parseLong(seed), new SimulationTotals(), System.out::println);
      return;
    }
    SimulationTotals totals = new SimulationTotals();
    for (long i = 1; i <= SEEDS; i++) {
      play(i, totals, "./mvnw verify -pl storage -am -Dtest=SimulationTest -Dsimulation.seed=" + i);
    }
    System.out.println(totals);
  }

  /** Plays a seed; a failure tells how to replay it, and what happened last. */
  static void play(long seed, SimulationTotals totals, String replay) {
    try {
      Simulation.play(seed, totals, null);
    } catch (RuntimeException | Error e) {
      Deque<String> last = new ArrayDeque<>();
      try {
        Simulation.play(
            seed,
            new SimulationTotals(),
            line -> {
              last.addLast(line);
              if (last.size() > LINES_SHOWN) {
                last.removeFirst();
              }
            });
      } catch (RuntimeException | Error again) {
        last.addLast(String.valueOf(again.getMessage()));
      }
      throw new AssertionError("replay: " + replay + "\n" + String.join("\n", last), e);
    }
  }

  @Test
  void replaysExactly() {
    for (long seed = 1; seed <= 5; seed++) {
      assertThat(trace(seed)).isEqualTo(trace(seed)).hasSizeGreaterThan(50);
    }
  }

  private static List<String> trace(long seed) {
    List<String> lines = new ArrayList<>();
    Simulation.play(seed, new SimulationTotals(), lines::add);
    return lines;
  }
}

package io.mosql.engine.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Under crashes, changes of leaders and changes of the rows in any order, members and leaders
 * converge to the rows, no database loses its majority, and no data is lost.
 */
@Timeout(1200)
final class ReconcilerSimulationTest {
  private static final int SEEDS = 100;
  private static final int SAMPLE = 2;
  private static final int LINES_SHOWN = 100;

  @TempDir Path directory;

  @Test
  void clustersConvergeToTheirRows() throws IOException {
    String seed = System.getProperty("simulation.seed", "");
    if (!seed.isEmpty()) {
      ReconcilerSimulation.play(Long.parseLong(seed), directory, new Totals(), System.out::println);
      return;
    }
    Totals totals = new Totals();
    List<Long> seeds = Rotation.seeds(SAMPLE, SEEDS);
    for (long each : seeds) {
      play(each, totals);
    }
    assertThat(totals.get("rows")).isGreaterThan(seeds.size() * 2L);
    if (Rotation.isNightly()) {
      for (String met :
          List.of(
              "AddNode",
              "CreateDatabase",
              "DropDatabase",
              "RemoveNode",
              "SetNodeRole",
              "TransferLeadership",
              "checkpoints",
              "crashes",
              "leaders deposed",
              "nodes that left",
              "refused: 57P05")) {
        assertThat(totals.get(met)).as(met).isPositive();
      }
    }
  }

  /** Seeds in which a voter was removed, or became a listener, while others were down. */
  @Test
  void groupsKeepTheirMajority() throws IOException {
    for (long seed : List.of(6L, 31L)) {
      play(seed, new Totals());
    }
  }

  /** Runs a seed; a failure reports how to replay it, and the last events. */
  private void play(long seed, Totals totals) throws IOException {
    Deque<String> last = new ArrayDeque<>();
    try {
      ReconcilerSimulation.play(
          seed,
          directory,
          totals,
          line -> {
            last.addLast(line);
            if (last.size() > LINES_SHOWN) {
              last.removeFirst();
            }
          });
    } catch (RuntimeException | Error e) {
      throw new AssertionError(
          "replay: ./mvnw verify -pl engine -am -Dtest=ReconcilerSimulationTest"
              + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed="
              + seed
              + "\n"
              + String.join("\n", last),
          e);
    } finally {
      ReconcilerSimulation.delete(directory);
    }
  }
}

package io.mosql.server.cluster;

import io.mosql.testkit.Rotation;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.Shard;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of three servers with every kind of fault, or a sample, in an order determined by {@code
 * -Dfaults.seed}: responses received by clients remain true, and no client hangs.
 */
@Shard(index = 0, of = 6)
@Timeout(900)
final class FaultIT {
  private static final int FAULTS = 20;
  private static final int SAMPLE = 4;
  private static final int ROUNDS = Rotation.size(1, 2);

  /** Number of transactions per client and round that are replayed within half a minute. */
  private static final int REPLAYED_TURNS = 600;

  @TempDir Path directory = Path.of("");

  @Test
  void acknowledgedOutcomesAreKept() throws SQLException, IOException, InterruptedException {
    long seed = Long.getLong("faults.seed", 1);
    Totals totals = new Totals();
    try (FaultRun run = new FaultRun(directory, totals, REPLAYED_TURNS)) {
      List<FaultKind> kinds = kinds(run.possible(), seed);
      int each = (kinds.size() + ROUNDS - 1) / ROUNDS;
      for (int from = 0; from < kinds.size(); from += each) {
        run.round(kinds.subList(from, Math.min(from + each, kinds.size())), seed + from);
      }
      System.out.println("faults: " + totals + "; without writes after: " + run.failovers());
      System.out.println("replayed with faults: " + run.replayed());
    } catch (AssertionError | RuntimeException | SQLException | IOException e) {
      throw new AssertionError(
          "replay: ./mvnw verify -pl server -am -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false"
              + " -Dit.test=FaultIT -Dfailsafe.failIfNoSpecifiedTests=false -Dfaults.seed="
              + seed,
          e);
    }
  }

  /** Returns all possible faults, or those named by {@code -Dfaults.kinds}, in order. */
  private static List<FaultKind> kinds(List<FaultKind> possible, long seed) {
    String named = System.getProperty("faults.kinds", "");
    List<FaultKind> kinds = new ArrayList<>();
    if (!named.isEmpty()) {
      for (String name : named.split(",")) {
        kinds.add(FaultKind.valueOf(name));
      }
      return kinds;
    }
    kinds.addAll(possible);
    while (kinds.size() < FAULTS) {
      kinds.add(FaultKind.KILL_LEADER);
    }
    kinds = new ArrayList<>(Rotation.sample(kinds, SAMPLE));
    Collections.shuffle(kinds, new Random(new SeededRandom(seed).nextLong()));
    return kinds;
  }
}

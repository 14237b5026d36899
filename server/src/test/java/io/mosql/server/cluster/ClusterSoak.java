package io.mosql.server.cluster;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.SoakSeeds;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Endless test with random faults on one cluster of three processes. Run by {@code ./mvnw verify
 * -Psoak -Dsoak=Cluster -Dsoak.minutes=40}; see docs/reliability.md.
 */
final class ClusterSoak {
  private static final int FAULTS_OF_A_ROUND = 8;
  private static final int REPLAYED_TURNS = 3_000;

  private final Totals totals = new Totals();
  private final long started = System.nanoTime();

  @TempDir Path directory = Path.of("");

  @Test
  void run() throws SQLException, IOException, InterruptedException {
    String seed = System.getProperty("soak.seed", "");
    SoakSeeds seeds =
        new SoakSeeds(Path.of(System.getProperty("soak.seeds", "../soak/cluster.properties")));
    Duration length =
        Duration.ofSeconds(
            Math.round(60 * Double.parseDouble(System.getProperty("soak.minutes", "40"))));
    try (FaultRun run = new FaultRun(directory, totals, REPLAYED_TURNS)) {
      if (!seed.isEmpty()) {
        play(run, Long.parseLong(seed));
        return;
      }
      while (elapsed().compareTo(length) < 0) {
        play(run, seeds.take("cluster"));
        System.out.println("soak-cluster, " + elapsed().toMinutes() + " min: " + totals);
        System.out.println("soak-cluster: " + all(run));
        System.out.println("soak-cluster, replayed: " + run.replayed());
      }
      seeds.save();
      System.out.printf(
          "soak-cluster of %s, %d minutes, violations 0, for docs/reliability.md:%n%s%s%nreplayed%n%s%n",
          LocalDate.now(ZoneOffset.UTC),
          elapsed().toMinutes(),
          totals.toTable(),
          all(run),
          run.replayed().toTable());
    }
  }

  private static OutageDurations all(FaultRun run) {
    OutageDurations all = new OutageDurations();
    all.addAll(run.failovers());
    return all;
  }

  /** Runs the faults and clients determined by a seed. */
  private void play(FaultRun run, long seed)
      throws SQLException, IOException, InterruptedException {
    SeededRandom random = new SeededRandom(seed);
    List<FaultKind> possible = run.possible();
    List<FaultKind> kinds = new ArrayList<>();
    for (int i = 0; i < FAULTS_OF_A_ROUND; i++) {
      kinds.add(possible.get(random.nextInt(possible.size())));
    }
    try {
      run.round(kinds, seed);
    } catch (AssertionError | RuntimeException | SQLException | IOException e) {
      throw new AssertionError(
          "replay: ./mvnw verify -Psoak -Dsoak=Cluster -Dsoak.seed=" + seed, e);
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - started);
  }
}

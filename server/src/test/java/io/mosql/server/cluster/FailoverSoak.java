package io.mosql.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of the leader under load, time after time: how long until a write is acknowledged again.
 * All settings that matter to it are the defaults. Run by {@code ./mvnw verify -Psoak-failover
 * -Dsoak.trials=50}; see docs/reliability.md.
 */
final class FailoverSoak {
  private static final Duration WANTED = Duration.ofSeconds(3);
  private static final int WANTED_PERCENT = 95;
  private static final Duration END_TIME = Duration.ofSeconds(60);

  @TempDir Path directory = Path.of("");

  @Test
  void run() throws SQLException, IOException, InterruptedException {
    int trials = Integer.getInteger("soak.trials", 50);
    long seed = Long.getLong("soak.seed", 1);
    SeededRandom random = new SeededRandom(seed);
    Gaps gaps = new Gaps();
    Totals totals = new Totals();
    try (ProcessCluster cluster = new ProcessCluster(directory, 3, List.of())) {
      cluster.startAll();
      for (int trial = 0; trial < trials; ) {
        try (Probe probe = new Probe(cluster);
            Load load = new Load(cluster, random.nextLong())) {
          Faults faults = new Faults(cluster, load, probe, random.fork(), null);
          probe.awaitWriteAfter(System.nanoTime(), Faults.PATIENCE);
          for (int i = 0; i < 10 && trial < trials; i++, trial++) {
            load.hold(Duration.ofMillis(500 + random.nextInt(1_000)));
            faults.play(FaultKind.KILL_LEADER);
          }
          gaps.addAll(faults.failovers());
          System.out.println("soak-failover: " + gaps);
          probe.finish();
          load.finish(END_TIME, totals);
        }
        Contents.awaitEqual(cluster, END_TIME);
      }
    }
    System.out.printf("soak-failover, for docs/reliability.md: %s; %s%n", gaps, totals);
    assertThat(gaps.percentile(WANTED_PERCENT)).isLessThan(WANTED);
    assertThat(gaps.percentile(100)).isLessThan(Faults.PATIENCE);
  }
}

package io.mosql.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Measurement of the time without writes after a fault under load, repeated for each kind of fault,
 * with default settings. Run by {@code ./mvnw verify -Psoak -Dsoak=Failover -Dsoak.trials=50
 * -Dfaults.kinds=KILL_LEADER,FILL_DISK}; see docs/reliability.md.
 */
final class FailoverSoak {
  private static final Duration WANTED = Duration.ofSeconds(3);
  private static final int WANTED_PERCENT = 95;
  private static final int TRIALS_OF_A_ROUND = 10;
  private static final String SMALL = "n3";
  private static final Duration END_TIME = Duration.ofSeconds(60);

  @TempDir Path directory = Path.of("");

  @Test
  void run() throws SQLException, IOException, InterruptedException {
    int trials = Integer.getInteger("soak.trials", 50);
    List<FaultKind> kinds = new ArrayList<>();
    for (String name : System.getProperty("faults.kinds", "KILL_LEADER").split(",")) {
      kinds.add(FaultKind.valueOf(name));
    }
    SeededRandom random = new SeededRandom(Long.getLong("soak.seed", 1));
    Map<FaultKind, OutageDurations> gaps = new EnumMap<>(FaultKind.class);
    Totals totals = new Totals();
    LimitedDisk disk =
        kinds.contains(FaultKind.FILL_DISK)
            ? LimitedDisk.mount(SMALL, directory.resolve("small"))
            : null;
    try (disk;
        ProcessCluster cluster = new ProcessCluster(directory, 3, List.of())) {
      if (disk != null) {
        cluster.disk(SMALL, disk.place());
      }
      cluster.startAll();
      for (FaultKind kind : kinds) {
        gaps.put(kind, trials(kind, trials, cluster, disk, random, totals));
      }
    }
    System.out.println("soak-failover, for docs/reliability.md: " + totals);
    gaps.forEach((kind, of) -> System.out.println(of.toRow(kind.text())));
    OutageDurations killed = gaps.get(FaultKind.KILL_LEADER);
    if (killed != null) {
      assertThat(killed.percentile(WANTED_PERCENT)).isLessThan(WANTED);
    }
    gaps.values().forEach(of -> assertThat(of.percentile(100)).isLessThan(Faults.TIMEOUT));
  }

  private static OutageDurations trials(
      FaultKind kind,
      int trials,
      ProcessCluster cluster,
      @Nullable LimitedDisk disk,
      SeededRandom random,
      Totals totals)
      throws SQLException, IOException, InterruptedException {
    OutageDurations gaps = new OutageDurations();
    for (int trial = 0; trial < trials; ) {
      try (AvailabilityProbe probe = new AvailabilityProbe(cluster);
          ClusterLoad load = new ClusterLoad(cluster, random.nextLong())) {
        Faults faults = new Faults(cluster, load, probe, random.fork(), disk);
        probe.awaitWriteAfter(System.nanoTime(), Faults.TIMEOUT);
        for (int i = 0; i < TRIALS_OF_A_ROUND && trial < trials; i++, trial++) {
          load.hold(Duration.ofMillis(500 + random.nextInt(1_000)));
          probe.takeLongestPause();
          faults.play(kind);
          gaps.add(probe.takeLongestPause());
        }
        System.out.println("soak-failover: " + gaps.toRow(kind.text()));
        probe.finish();
        load.finish(END_TIME, totals);
      }
      ReplicaContents.awaitEqual(cluster, END_TIME);
    }
    return gaps;
  }
}

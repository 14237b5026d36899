package io.mosql.server.cluster;

import io.mosql.engine.replay.ReplayRound;
import io.mosql.testkit.SeededRandom;
import io.mosql.testkit.soak.Totals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Run of a cluster with injected faults and concurrent clients, in rounds: each round uses new
 * tables, whose histories are checked at its end. Confined to one thread.
 */
final class FaultRun implements AutoCloseable {
  /** Settings with logs so short that a node which was down may have to fetch a checkpoint. */
  static final List<String> TINY =
      List.of("--checkpoint-log-bytes", "256KB", "--raft-log-retention-bytes", "256KB");

  private static final String SMALL = "n3";
  private static final int REPLAYED_CLIENTS = 3;
  private static final long REPLAYED_PAUSE_MILLIS = 60;
  private static final Duration END_TIME = Duration.ofSeconds(60);

  private final ProcessCluster cluster;
  private final Path backups;
  private final int replayedTurns;
  private final @Nullable LimitedDisk disk;
  private final Totals totals;
  private final Totals replayed = new Totals();
  private final List<Duration> failovers = new ArrayList<>();

  /**
   * Starts the cluster.
   *
   * @param replayedTurns maximum transactions per round of each client whose transactions are
   *     replayed in commit order
   */
  FaultRun(Path directory, Totals totals, int replayedTurns)
      throws IOException, InterruptedException {
    this.totals = totals;
    this.replayedTurns = replayedTurns;
    this.disk = LimitedDisk.mount(SMALL, directory.resolve("small"));
    this.backups = Files.createDirectory(directory.resolve("backups"));
    List<String> settings = new ArrayList<>(TINY);
    settings.addAll(List.of("--backup-directory", backups.toString()));
    this.cluster = new ProcessCluster(directory, 3, settings);
    if (disk != null) {
      cluster.disk(SMALL, disk.place());
    }
    boolean started = false;
    try {
      cluster.startAll();
      started = true;
    } finally {
      if (!started) {
        close();
      }
    }
  }

  /** Faults that are possible on this machine. */
  List<FaultKind> possible() {
    List<FaultKind> kinds = new ArrayList<>(List.of(FaultKind.values()));
    if (disk == null) {
      kinds.remove(FaultKind.FILL_DISK);
    }
    return kinds;
  }

  /** Durations without writes after each loss of a leader. */
  List<Duration> failovers() {
    return List.copyOf(failovers);
  }

  /** Totals of the transactions replayed in commit order. */
  Totals replayed() {
    return replayed;
  }

  /** Injects faults one after the other, and checks the responses received by clients. */
  void round(List<FaultKind> kinds, long seed)
      throws SQLException, IOException, InterruptedException {
    SeededRandom random = new SeededRandom(seed);
    try (AvailabilityProbe probe = new AvailabilityProbe(cluster);
        ClusterLoad load = new ClusterLoad(cluster, random.nextLong());
        ClusterSubject subject = new ClusterSubject(cluster, backups, "of-" + seed);
        ReplayRound replay = replay(subject, seed)) {
      Faults faults = new Faults(cluster, load, probe, random, disk);
      probe.awaitWriteAfter(System.nanoTime(), Faults.TIMEOUT);
      load.awaitProgress(Faults.TIMEOUT);
      for (FaultKind kind : kinds) {
        long began = System.nanoTime();
        play(faults, kind);
        totals.add(kind.text(), 1);
        System.out.printf(
            "%s: %.1f s; %d transactions, %d of the probe%n",
            kind, (System.nanoTime() - began) / 1e9, load.turns(), probe.acknowledged());
      }
      failovers.addAll(faults.failovers());
      probe.finish();
      long began = System.nanoTime();
      replay.stop();
      load.finish(END_TIME, totals);
      replay.judge(replayed);
      System.out.printf("judged in %.1f s%n", (System.nanoTime() - began) / 1e9);
    }
    ReplicaContents.awaitEqual(cluster, END_TIME);
    totals.add("faults", kinds.size());
  }

  private ReplayRound replay(ClusterSubject subject, long seed) throws SQLException {
    return new ReplayRound(
        subject, "cluster", seed, REPLAYED_CLIENTS, replayedTurns, REPLAYED_PAUSE_MILLIS);
  }

  private static void play(Faults faults, FaultKind kind)
      throws SQLException, IOException, InterruptedException {
    try {
      faults.play(kind);
    } catch (AssertionError | RuntimeException | SQLException | IOException e) {
      throw new AssertionError("after " + kind, e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      cluster.close();
    } finally {
      if (disk != null) {
        disk.close();
      }
    }
  }
}

package io.mosql.benchmarks.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Thread that kills the leader in the middle of a run and restarts that node later. Its results are
 * available after {@link #await}.
 */
final class LeaderKiller {
  private static final Duration BEGIN = Duration.ofMinutes(2);
  private static final Duration LEADER = Duration.ofSeconds(30);

  private final LocalCluster cluster;
  private final LeaderMonitor watch;
  private final RunRecorder recorder;
  private final DemoSettings settings;
  private final Thread thread = new Thread(this::work, "kills the leader");
  private @Nullable String victim;
  private @Nullable LeaderOutage outage;
  private double restartedSeconds;
  private @Nullable NodeState newLeader;
  private @Nullable Exception failure;

  private LeaderKiller(
      LocalCluster cluster, LeaderMonitor watch, RunRecorder recorder, DemoSettings settings) {
    this.cluster = cluster;
    this.watch = watch;
    this.recorder = recorder;
    this.settings = settings;
  }

  static LeaderKiller start(
      LocalCluster cluster, LeaderMonitor watch, RunRecorder recorder, DemoSettings settings) {
    LeaderKiller killing = new LeaderKiller(cluster, watch, recorder, settings);
    killing.thread.setDaemon(true);
    killing.thread.start();
    return killing;
  }

  private void work() {
    try {
      if (!recorder.awaitBegin(BEGIN)) {
        throw new IOException("nothing was committed within " + BEGIN);
      }
      sleepUntil(settings.killAt());
      NodeState leader = cluster.pollNodes().leader();
      long end = System.nanoTime() + LEADER.toNanos();
      while (leader == null) {
        // Wait for an election; killing a follower would not test a failover.
        if (System.nanoTime() - end > 0) {
          throw new IOException("no leader within " + LEADER);
        }
        Thread.sleep(10);
        leader = cluster.pollNodes().leader();
      }
      NodeJvm node = cluster.node(leader.name());
      victim = leader.name();
      watch.expectLeaderChange();
      recorder.leaderKillStarted();
      long from = System.nanoTime();
      node.kill();
      long to = System.nanoTime();
      recorder.leaderKilled(to);
      outage = new LeaderOutage(from, to);
      sleepUntil(settings.restartAt());
      node.start();
      restartedSeconds = (System.nanoTime() - recorder.startNanos()) / 1e9;
    } catch (IOException | InterruptedException | RuntimeException e) {
      failure = e;
    }
  }

  private void sleepUntil(double second) throws InterruptedException {
    long due = recorder.startNanos() + (long) (second * 1e9);
    TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
  }

  /** Waits for the restart. */
  void await() throws InterruptedException, IOException {
    thread.join();
    if (failure != null) {
      throw new IOException("the leader could not be killed: " + failure.getMessage(), failure);
    }
    newLeader = cluster.pollNodes().leader();
  }

  /** Name of the killed node. */
  String victim() {
    return Objects.requireNonNull(victim);
  }

  LeaderOutage outage() {
    return Objects.requireNonNull(outage);
  }

  /** Time of the restart since the start of the run. */
  double restartedSeconds() {
    return restartedSeconds;
  }

  /** The leader after the run; null for none. */
  @Nullable NodeState newLeader() {
    return newLeader;
  }
}

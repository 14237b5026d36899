package io.mosql.benchmarks.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Kills whoever leads in the middle of a run and starts that node again later, on a thread of its
 * own. What came of it is to be asked after {@link #await}.
 */
final class Killing {
  private static final Duration BEGIN = Duration.ofMinutes(2);
  private static final Duration LEADER = Duration.ofSeconds(30);

  private final LocalCluster cluster;
  private final Watch watch;
  private final Recorder recorder;
  private final DemoSettings settings;
  private final Thread thread = new Thread(this::work, "kills the leader");
  private @Nullable String victim;
  private @Nullable Outage outage;
  private double restartedSeconds;
  private @Nullable NodeState after;
  private @Nullable Exception failure;

  private Killing(LocalCluster cluster, Watch watch, Recorder recorder, DemoSettings settings) {
    this.cluster = cluster;
    this.watch = watch;
    this.recorder = recorder;
    this.settings = settings;
  }

  static Killing start(
      LocalCluster cluster, Watch watch, Recorder recorder, DemoSettings settings) {
    Killing killing = new Killing(cluster, watch, recorder, settings);
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
      NodeState leader = cluster.look().leader();
      long end = System.nanoTime() + LEADER.toNanos();
      while (leader == null) {
        // Somebody will lead again; a kill of another node would show nothing.
        if (System.nanoTime() - end > 0) {
          throw new IOException("nobody led within " + LEADER);
        }
        Thread.sleep(10);
        leader = cluster.look().leader();
      }
      NodeJvm node = cluster.node(leader.name());
      victim = leader.name();
      watch.announce();
      recorder.losing();
      long from = System.nanoTime();
      node.kill();
      long to = System.nanoTime();
      recorder.gone(to);
      outage = new Outage(from, to);
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

  /** Returns when it is done. */
  void await() throws InterruptedException, IOException {
    thread.join();
    if (failure != null) {
      throw new IOException("the leader could not be killed: " + failure.getMessage(), failure);
    }
    after = cluster.look().leader();
  }

  /** The node that was killed. */
  String victim() {
    return Objects.requireNonNull(victim);
  }

  Outage outage() {
    return Objects.requireNonNull(outage);
  }

  /** Since the start of the run. */
  double restartedSeconds() {
    return restartedSeconds;
  }

  /** Who leads after the run; null for nobody. */
  @Nullable NodeState after() {
    return after;
  }
}

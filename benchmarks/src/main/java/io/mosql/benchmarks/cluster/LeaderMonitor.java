package io.mosql.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Monitor that polls the cluster a few times a second and records unexpected changes of the leader.
 * A change after {@link #expectLeaderChange} is not recorded. Thread-safe.
 */
final class LeaderMonitor implements AutoCloseable {
  private static final int PERIOD_MILLIS = 250;

  private final LocalCluster cluster;
  private final Thread thread = new Thread(this::work, "watches the cluster");
  private final List<LeaderOutage> unexpectedChanges = new ArrayList<>();
  private ClusterState state;
  private @Nullable NodeState leader;
  private long seenNanos;
  private boolean announced;
  private volatile boolean closed;

  private LeaderMonitor(LocalCluster cluster, ClusterState state) {
    this.cluster = cluster;
    this.state = state;
    this.leader = state.leader();
    this.seenNanos = System.nanoTime();
    thread.setDaemon(true);
  }

  static LeaderMonitor start(LocalCluster cluster) throws InterruptedException {
    LeaderMonitor watch = new LeaderMonitor(cluster, cluster.pollNodes());
    watch.thread.start();
    return watch;
  }

  private void work() {
    try {
      while (!closed) {
        observe(cluster.pollNodes(), System.nanoTime());
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      // The monitor was closed.
      return;
    }
  }

  synchronized void observe(ClusterState now, long nanos) {
    state = now;
    NodeState leads = now.leader();
    NodeState before = leader;
    if (leads == null) {
      return;
    }
    if (before != null && leads.term() != before.term()) {
      if (announced) {
        announced = false;
      } else {
        unexpectedChanges.add(new LeaderOutage(seenNanos, nanos));
      }
    }
    leader = leads;
    seenNanos = nanos;
  }

  /** Announces that the leader is about to be killed: the next change is expected. */
  synchronized void expectLeaderChange() {
    announced = true;
  }

  synchronized ClusterState state() {
    return state;
  }

  /** Changes of the leader that were not announced. */
  synchronized List<LeaderOutage> unexpectedChanges() {
    return List.copyOf(unexpectedChanges);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}

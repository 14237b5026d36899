package io.mosql.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the cluster a few times a second, and remembers when the lead changed. A change that
 * somebody announced is his; the others are counted. Thread-safe.
 */
final class Watch implements AutoCloseable {
  private static final int PERIOD_MILLIS = 250;

  private final LocalCluster cluster;
  private final Thread thread = new Thread(this::work, "watches the cluster");
  private final List<Outage> others = new ArrayList<>();
  private ClusterState state;
  private @Nullable NodeState leader;
  private long seenNanos;
  private boolean announced;
  private volatile boolean closed;

  private Watch(LocalCluster cluster, ClusterState state) {
    this.cluster = cluster;
    this.state = state;
    this.leader = state.leader();
    this.seenNanos = System.nanoTime();
    thread.setDaemon(true);
  }

  static Watch start(LocalCluster cluster) throws InterruptedException {
    Watch watch = new Watch(cluster, cluster.look());
    watch.thread.start();
    return watch;
  }

  private void work() {
    try {
      while (!closed) {
        saw(cluster.look(), System.nanoTime());
        Thread.sleep(PERIOD_MILLIS);
      }
    } catch (InterruptedException e) {
      // It was closed.
      return;
    }
  }

  synchronized void saw(ClusterState now, long nanos) {
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
        others.add(new Outage(seenNanos, nanos));
      }
    }
    leader = leads;
    seenNanos = nanos;
  }

  /** The leader is about to be lost: the next change is no surprise. */
  synchronized void announce() {
    announced = true;
  }

  synchronized ClusterState state() {
    return state;
  }

  /** Changes that nobody announced. */
  synchronized List<Outage> others() {
    return List.copyOf(others);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}

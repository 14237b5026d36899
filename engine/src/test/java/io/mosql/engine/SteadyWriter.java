package io.mosql.engine;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.cluster.LoopbackCluster;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Inserts rows one by one into table t of a cluster, on the node that accepts them, until it is
 * closed; failed inserts are not retried. Thread-safe.
 */
final class SteadyWriter implements AutoCloseable {
  private final LoopbackCluster cluster;
  private final List<String> acknowledged = new CopyOnWriteArrayList<>();
  private final Thread thread = new Thread(this::run, "steady writer");
  private volatile boolean closed;

  SteadyWriter(LoopbackCluster cluster) {
    this.cluster = cluster;
    thread.start();
  }

  /** Ids of the acknowledged rows. */
  List<String> acknowledged() {
    return acknowledged;
  }

  private void run() {
    for (int id = 0; !closed; id++) {
      for (Node node : cluster.nodes()) {
        if (node.topology("mosql").isLeader() && inserted(node, id)) {
          acknowledged.add(Integer.toString(id));
          break;
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  private static boolean inserted(Node node, int id) {
    try (NodeClient client = new NodeClient(node, "admin", "mosql")) {
      client.run("insert into t values (" + id + ")");
      return true;
    } catch (MosqlException | IllegalStateException e) {
      // It is being stopped, or has just lost leadership.
      return false;
    }
  }

  /** Returns when nothing more is written. */
  void stop() {
    closed = true;
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    stop();
  }
}

package io.mosql.jdbc.remote;

import io.mosql.core.session.Topology;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Detects a node that does not respond although another node leads. Probes nodes by separate
 * connections, on the waiting thread.
 */
final class StallDetector {
  /**
   * Time without received bytes after which the other nodes are asked; doubled after each probe.
   */
  static final int FIRST_MILLIS = 2_000;

  static final int LONGEST_MILLIS = 8_000;

  /** Time limit of a connection for a node to count as responsive. */
  private static final int PROBE_MILLIS = 2_000;

  /**
   * Number of failed probes after which a node is partitioned when it need not be the leader. One
   * may fail because the node or this process was suspended.
   */
  private static final int SILENT_MAX = 2;

  private final NodeFinder finder;
  private final KnownCluster view;
  private final RemoteTarget.Host host;
  private final Supplier<Topology> topology;
  private final int patienceMillis;
  private int silent;
  private long silentSince;

  /**
   * @param topology supplies the topology reported last by the node
   * @param patienceMillis time after which a node that accepts no connections is abandoned in any
   *     case
   */
  StallDetector(
      NodeFinder finder,
      KnownCluster view,
      RemoteTarget.Host host,
      Supplier<Topology> topology,
      int patienceMillis) {
    this.finder = finder;
    this.view = view;
    this.host = host;
    this.topology = topology;
    this.patienceMillis = patienceMillis;
  }

  /** A copy with the same state, for another thread. */
  StallDetector copy() {
    KnownCluster copy = view.copy();
    return new StallDetector(finder.with(copy), copy, host, topology, patienceMillis);
  }

  /**
   * Whether no response of the node can be expected any more.
   *
   * @param again whether the request can be retried elsewhere, or its outcome be queried. For other
   *     requests a node that has reported its lost leadership is still waited for: it is not
   *     partitioned, and its response is the only source of the outcome
   */
  boolean isUnresponsive(boolean again) {
    boolean othersAnswer = false;
    for (RemoteTarget.Host other : view.candidates(KnownCluster.NodeRole.LEADER)) {
      if (!other.equals(host)) {
        othersAnswer |= finder.ask(other, PROBE_MILLIS);
        if (again && hasMoved(view)) {
          return true;
        }
      }
    }
    KnownCluster its = view.blank();
    boolean answers = finder.with(its).ask(host, PROBE_MILLIS);
    view.update(its.newest());
    if (answers) {
      silent = 0;
      // A node that answers without a topology has been removed, and knows that it does not lead.
      boolean knows = its.newest() == null || hasMoved(its);
      return hasMoved(view) && (again || !knows);
    }
    view.suspect(host);
    long now = System.nanoTime();
    if (silent++ == 0) {
      silentSince = now;
    }
    if (hasMoved(view)) {
      return again || silent >= SILENT_MAX;
    }
    return othersAnswer && !topology.get().isLeader() && silent >= SILENT_MAX
        || now - silentSince >= TimeUnit.MILLISECONDS.toNanos(patienceMillis);
  }

  private boolean hasMoved(KnownCluster known) {
    Topology last = topology.get();
    return last.isLeader() && known.hasMoved(last.node(), last.term());
  }
}

package io.mosql.jdbc.remote;

import io.mosql.core.session.Topology;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Detects a node that does not respond although another node leads. Asks by connections of its own,
 * in the thread that waits.
 */
final class StallDetector {
  /** Time without a byte after which the others are asked; twice as long each time after that. */
  static final int FIRST_MILLIS = 2_000;

  static final int LONGEST_MILLIS = 8_000;

  /** In which a node must let a client in to count as one that answers. */
  private static final int PROBE_MILLIS = 2_000;

  /** Of a node that need not lead: so often must it have been silent. */
  private static final int SILENT_MAX = 2;

  private final NodeFinder finder;
  private final KnownCluster view;
  private final RemoteTarget.Host host;
  private final Supplier<Topology> told;
  private final int patienceMillis;
  private int silent;
  private long silentSince;

  /**
   * @param told what the node told last
   * @param patienceMillis after which a node that lets nobody in is given up in any case
   */
  StallDetector(
      NodeFinder finder,
      KnownCluster view,
      RemoteTarget.Host host,
      Supplier<Topology> told,
      int patienceMillis) {
    this.finder = finder;
    this.view = view;
    this.host = host;
    this.told = told;
    this.patienceMillis = patienceMillis;
  }

  /** Another one that begins with what this one knows, for another thread. */
  StallDetector copy() {
    KnownCluster copy = view.copy();
    return new StallDetector(finder.with(copy), copy, host, told, patienceMillis);
  }

  /**
   * Whether nothing is to be hoped for from the node any more.
   *
   * @param again whether what it was asked can be run again elsewhere, or its fate be asked. What
   *     cannot is waited for at a node that has lost the lead too, if it has heard of that: it is
   *     not cut off, and its answer is all that there will ever be
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
    if (!answers) {
      view.suspect(host);
    }
    if (hasMoved(view)) {
      return again || !hasMoved(its);
    }
    if (answers) {
      silent = 0;
      return false;
    }
    long now = System.nanoTime();
    if (silent++ == 0) {
      silentSince = now;
    }
    return othersAnswer && !told.get().isLeader() && silent >= SILENT_MAX
        || now - silentSince >= TimeUnit.MILLISECONDS.toNanos(patienceMillis);
  }

  private boolean hasMoved(KnownCluster known) {
    Topology last = told.get();
    return last.isLeader() && known.hasMoved(last.node(), last.term());
  }
}

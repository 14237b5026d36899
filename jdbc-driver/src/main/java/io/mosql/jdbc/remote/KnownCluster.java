package io.mosql.jdbc.remote;

import io.mosql.core.session.SessionProperty;
import io.mosql.core.session.Topology;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The known nodes of a connection's cluster: the hosts of the URL, then the topology sent by
 * servers. Changed by one thread at a time; {@link #isCluster} may be called by any thread.
 */
final class KnownCluster {
  /** The requested role of a node. */
  enum NodeRole {
    LEADER,
    /** A node that is not the leader; the leader if there is no other. */
    REPLICA
  }

  private final RemoteTarget target;
  private final Set<RemoteTarget.Host> suspects = new LinkedHashSet<>();
  private volatile @Nullable Topology newest;

  KnownCluster(RemoteTarget target) {
    this.target = target;
  }

  KnownCluster copy() {
    KnownCluster copy = new KnownCluster(target);
    copy.newest = newest;
    copy.suspects.addAll(suspects);
    return copy;
  }

  /** A new object with the same hosts and without a topology. */
  KnownCluster blank() {
    return new KnownCluster(target);
  }

  /** Whether a server has reported a cluster. */
  boolean isCluster() {
    return newest != null;
  }

  /** The newest reported topology; null while no cluster is known. */
  @Nullable Topology newest() {
    return newest;
  }

  /**
   * Updates the topology with that of a node. An older one is ignored, and so is one of the same
   * term without a leader.
   */
  @SuppressWarnings("ReferenceEquality") // nearly always the same object: avoids the comparison
  void update(@Nullable Topology received) {
    Topology known = newest;
    if (received == null || received == known) {
      return;
    }
    if (!received.isCluster()) {
      // A single server now, possibly after leaving a cluster.
      if (known != null && received.term() >= known.term()) {
        newest = null;
      }
      return;
    }
    if (known == null
        || received.term() > known.term()
        || received.term() == known.term()
            && (received.leader() != null || known.leader() == null)) {
      newest = received;
    }
  }

  /** Whether a leader of a newer term is known that is not this node. */
  boolean hasMoved(String node, long term) {
    Topology known = newest;
    return known != null
        && known.term() > term
        && known.leader() != null
        && !known.leader().equals(node);
  }

  /** Marks a failed host, which is tried after all others until a login on it succeeds. */
  void suspect(RemoteTarget.Host host) {
    suspects.add(host);
  }

  void trust(RemoteTarget.Host host) {
    suspects.remove(host);
  }

  /** The host of the leader; null when unknown. */
  RemoteTarget.@Nullable Host leader() {
    Topology known = newest;
    return known == null ? null : host(known.leaderAddress());
  }

  private static RemoteTarget.@Nullable Host host(Topology.@Nullable NodeAddress place) {
    return place == null ? null : RemoteTarget.Host.of(place.host(), place.port());
  }

  /** All known hosts, in the order of the attempts. */
  List<RemoteTarget.Host> candidates(NodeRole wanted) {
    Topology known = newest;
    List<RemoteTarget.Host> seeds = seeds();
    if (known == null) {
      return suspectsLast(seeds);
    }
    RemoteTarget.Host leader = leader();
    List<RemoteTarget.Host> others = new ArrayList<>();
    for (Topology.NodeAddress place : known.nodes()) {
      RemoteTarget.Host host = host(place);
      if (host != null && !host.equals(leader)) {
        others.add(host);
      }
    }
    Collections.shuffle(others);
    Set<RemoteTarget.Host> all = new LinkedHashSet<>();
    if (leader != null && wanted == NodeRole.LEADER) {
      all.add(leader);
    }
    all.addAll(others);
    if (leader != null) {
      all.add(leader);
    }
    all.addAll(seeds);
    return suspectsLast(all);
  }

  private List<RemoteTarget.Host> seeds() {
    if (!target.is(SessionProperty.LOAD_BALANCE_HOSTS)) {
      return target.hosts();
    }
    List<RemoteTarget.Host> shuffled = new ArrayList<>(target.hosts());
    Collections.shuffle(shuffled);
    return shuffled;
  }

  private List<RemoteTarget.Host> suspectsLast(Iterable<RemoteTarget.Host> hosts) {
    List<RemoteTarget.Host> ordered = new ArrayList<>();
    List<RemoteTarget.Host> last = new ArrayList<>();
    for (RemoteTarget.Host host : hosts) {
      (suspects.contains(host) ? last : ordered).add(host);
    }
    ordered.addAll(last);
    return ordered;
  }

  /** Whether there is a node other than the leader. */
  boolean hasReplicas() {
    Topology known = newest;
    return known != null && known.nodes().size() > 1;
  }
}

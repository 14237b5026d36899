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
 * What a connection knows of the nodes of its cluster: the hosts of the URL, then the topology sent
 * by servers. Changed by one thread at a time; any thread may ask whether there is a cluster.
 */
final class KnownCluster {
  /** Which node is wanted. */
  enum NodeRole {
    LEADER,
    /** A node that does not lead, or else the leader. */
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

  /** One of the same hosts that no server has told anything yet. */
  KnownCluster blank() {
    return new KnownCluster(target);
  }

  /** Whether a server has told of a cluster. */
  boolean isCluster() {
    return newest != null;
  }

  /** The newest that was told; null while there is no cluster to the driver's knowledge. */
  @Nullable Topology newest() {
    return newest;
  }

  /**
   * Takes what a node says. One that is behind does not count, nor does one of the same term that
   * does not know its leader.
   */
  @SuppressWarnings("ReferenceEquality") // the same object, nearly always: spares the comparison
  void update(@Nullable Topology told) {
    Topology known = newest;
    if (told == null || told == known) {
      return;
    }
    if (!told.isCluster()) {
      // A server on its own now, if it ever was something else.
      if (known != null && told.term() >= known.term()) {
        newest = null;
      }
      return;
    }
    if (known == null
        || told.term() > known.term()
        || told.term() == known.term() && (told.leader() != null || known.leader() == null)) {
      newest = told;
    }
  }

  /** Whether a newer leader than the one of a term is known, and it is not this node. */
  boolean hasMoved(String node, long term) {
    Topology known = newest;
    return known != null
        && known.term() > term
        && known.leader() != null
        && !known.leader().equals(node);
  }

  /** A host that failed is tried after all others, until it has let somebody in. */
  void suspect(RemoteTarget.Host host) {
    suspects.add(host);
  }

  void trust(RemoteTarget.Host host) {
    suspects.remove(host);
  }

  /** Where the leader is, as far as known. */
  RemoteTarget.@Nullable Host leader() {
    Topology known = newest;
    return known == null ? null : host(known.leaderAddress());
  }

  private static RemoteTarget.@Nullable Host host(Topology.@Nullable NodeAddress place) {
    return place == null ? null : RemoteTarget.Host.of(place.host(), place.port());
  }

  /** Every host there is, in the order to try them. */
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

  /** Whether there is a node beside the one that leads. */
  boolean hasReplicas() {
    Topology known = newest;
    return known != null && known.nodes().size() > 1;
  }
}

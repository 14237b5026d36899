package io.mosql.engine.cluster;

import io.mosql.consensus.ratis.group.GroupStatus;
import io.mosql.consensus.ratis.group.Member;
import io.mosql.core.session.Topology;
import io.mosql.engine.account.ClusterCatalog;
import io.mosql.engine.account.NodeCatalog;
import io.mosql.engine.options.ClusterOptions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Caches the topology of each database (replicas and leader) as known to this node. {@link
 * #refresh} is called by one thread; readers take no lock.
 *
 * <p>This node counts as leader only after its database has processed the role given by Raft.
 */
final class TopologyCache {
  private final ClusterOptions options;
  private final Map<Long, Topology> byDatabase = new ConcurrentHashMap<>();
  private volatile Topology system;

  TopologyCache(ClusterOptions options) {
    this.options = options;
    this.system = new Topology(options.node(), null, 0, List.of());
  }

  /** The leader, as text for messages. */
  record Leader(Topology topology) {
    String describe() {
      Topology.NodeAddress place = topology.leaderAddress();
      boolean here = topology.nodes().isEmpty() || topology.addressOf(topology.node()) != null;
      if (place == null && !here) {
        return "it is on other nodes: "
            + topology.nodes().stream()
                .map(each -> each.node() + " at " + each.host() + ":" + each.port())
                .collect(Collectors.joining(", "));
      }
      return place == null
          ? "no leader is known at the moment"
          : "node " + place.node() + " at " + place.host() + ":" + place.port() + " leads";
    }
  }

  void refresh(NodeCatalog accounts, ReplicatedDatabase systemCopy, ReplicatedDatabases databases) {
    Function<String, NodeCatalog.@Nullable ClientAddress> addresses = addresses(accounts);
    system = compute(systemCopy, addresses);
    for (NodeCatalog.Database database : accounts.databases()) {
      ReplicatedDatabase copy = databases.replica(database.id());
      if (copy != null) {
        Topology now = compute(copy, addresses);
        // Sessions detect a change by the identity of the object; an equal topology stays the same
        // object.
        byDatabase.merge(database.id(), now, (known, fresh) -> known.equals(fresh) ? known : fresh);
      }
    }
    byDatabase.keySet().removeIf(id -> databases.replica(id) == null);
  }

  /** Address of a node for clients: from the system database, else from the options. */
  Function<String, NodeCatalog.@Nullable ClientAddress> addresses(NodeCatalog accounts) {
    return node -> {
      NodeCatalog.ClientAddress recorded = accounts.address(node);
      ClusterOptions.Peer peer = recorded == null ? options.peer(node) : null;
      return peer == null
          ? recorded
          : new NodeCatalog.ClientAddress(node, peer.clientHost(), peer.clientPort());
    };
  }

  private Topology compute(
      ReplicatedDatabase copy, Function<String, NodeCatalog.@Nullable ClientAddress> addresses) {
    GroupStatus status = copy.status();
    List<Topology.NodeAddress> places = new ArrayList<>();
    for (GroupStatus.MemberStatus each : status.members()) {
      Member member = each.member();
      NodeCatalog.ClientAddress address = addresses.apply(member.node());
      if (address != null) {
        boolean votes = member.role() == Member.Role.VOTER;
        places.add(new Topology.NodeAddress(member.node(), address.host(), address.port(), votes));
      }
    }
    places.sort(Comparator.comparing(Topology.NodeAddress::node));
    String leader = copy.leads() ? options.node() : status.leader();
    if (options.node().equals(leader) && !copy.leads()) {
      leader = null;
    }
    return new Topology(options.node(), leader, status.term(), places);
  }

  /** Topology of a database without a replica here: its nodes, without the leader. */
  Topology remoteOnly(NodeCatalog accounts, NodeCatalog.Database database) {
    ClusterCatalog.Placement placement = database.placement();
    List<Topology.NodeAddress> places = new ArrayList<>();
    Function<String, NodeCatalog.@Nullable ClientAddress> addresses = addresses(accounts);
    for (ClusterCatalog.NodeRow row : accounts.cluster().nodes()) {
      NodeCatalog.ClientAddress address = addresses.apply(row.node());
      if (address != null && placement != null && placement.isOn(row.node())) {
        places.add(
            new Topology.NodeAddress(row.node(), address.host(), address.port(), !row.listener()));
      }
    }
    return new Topology(options.node(), null, 0, places);
  }

  /** Topology of a user database; null when this node has no replica of it. */
  @Nullable Topology of(long database) {
    return byDatabase.get(database);
  }

  Leader ofSystem() {
    return new Leader(system);
  }
}

package io.mosql.engine;

import io.mosql.consensus.ratis.GroupStatus;
import io.mosql.consensus.ratis.Member;
import io.mosql.core.session.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who serves and who leads which database, as this node knows. {@link #refresh} is called by one
 * thread; whoever asks takes no lock.
 *
 * <p>This node is said to lead only when its database has taken up the lead that Raft gave it.
 */
final class Topologies {
  private final ClusterOptions options;
  private final Map<Long, Topology> byDatabase = new ConcurrentHashMap<>();
  private volatile Topology system;

  Topologies(ClusterOptions options) {
    this.options = options;
    this.system = new Topology(options.node(), null, 0, List.of());
  }

  /** Who leads, in words. */
  record Leader(Topology topology) {
    String told() {
      Topology.Place place = topology.leaderPlace();
      boolean here = topology.places().isEmpty() || topology.place(topology.node()) != null;
      if (place == null && !here) {
        return "it is on other nodes: "
            + topology.places().stream()
                .map(each -> each.node() + " at " + each.host() + ":" + each.port())
                .collect(Collectors.joining(", "));
      }
      return place == null
          ? "no leader is known at the moment"
          : "node " + place.node() + " at " + place.host() + ":" + place.port() + " leads";
    }
  }

  void refresh(Accounts accounts, ReplicatedDatabase systemCopy, ReplicatedDatabases databases) {
    Function<String, Accounts.@Nullable Address> addresses = addresses(accounts);
    system = look(systemCopy, addresses);
    for (Accounts.Database database : accounts.databases()) {
      ReplicatedDatabase copy = databases.copy(database.id());
      if (copy != null) {
        Topology now = look(copy, addresses);
        // Doors notice another object; most often it says the same.
        byDatabase.merge(database.id(), now, (known, news) -> known.equals(news) ? known : news);
      }
    }
    byDatabase.keySet().removeIf(id -> databases.copy(id) == null);
  }

  /** Where clients reach nodes: as the system database says, or else the options. */
  Function<String, Accounts.@Nullable Address> addresses(Accounts accounts) {
    return node -> {
      Accounts.Address told = accounts.address(node);
      ClusterOptions.Peer peer = told == null ? options.peer(node) : null;
      return peer == null ? told : new Accounts.Address(node, peer.clientHost(), peer.clientPort());
    };
  }

  private Topology look(
      ReplicatedDatabase copy, Function<String, Accounts.@Nullable Address> addresses) {
    GroupStatus status = copy.status();
    List<Topology.Place> places = new ArrayList<>();
    for (GroupStatus.MemberStatus each : status.members()) {
      Member member = each.member();
      Accounts.Address address = addresses.apply(member.node());
      if (address != null) {
        boolean votes = member.role() == Member.Role.VOTER;
        places.add(new Topology.Place(member.node(), address.host(), address.port(), votes));
      }
    }
    places.sort(Comparator.comparing(Topology.Place::node));
    String leader = copy.leads() ? options.node() : status.leader();
    if (options.node().equals(leader) && !copy.leads()) {
      leader = null;
    }
    return new Topology(options.node(), leader, status.term(), places);
  }

  /** Of a database that other nodes have: where they are, and not who leads. */
  Topology elsewhere(Accounts accounts, Accounts.Database database) {
    ClusterRows.Placement placement = database.placement();
    List<Topology.Place> places = new ArrayList<>();
    Function<String, Accounts.@Nullable Address> addresses = addresses(accounts);
    for (ClusterRows.NodeRow row : accounts.cluster().nodes()) {
      Accounts.Address address = addresses.apply(row.node());
      if (address != null && placement != null && placement.isOn(row.node())) {
        places.add(new Topology.Place(row.node(), address.host(), address.port(), !row.listener()));
      }
    }
    return new Topology(options.node(), null, 0, places);
  }

  /** Of a user database; null when this node has no copy of it. */
  @Nullable Topology of(long database) {
    return byDatabase.get(database);
  }

  Leader ofSystem() {
    return new Leader(system);
  }
}

package io.mosql.core.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that serve a database, as known to one node.
 *
 * @param node name of the reporting node
 * @param leader name of the node that accepts writes; null when none is known
 * @param term of that leader; a topology of a higher term is newer
 * @param nodes all nodes that have the database, this one included; empty for a single server
 */
public record Topology(
    String node, @Nullable String leader, long term, List<Topology.NodeAddress> nodes) {
  /** The topology of a single server. */
  public static final Topology ALONE = new Topology("", "", 0, List.of());

  public Topology {
    nodes = List.copyOf(nodes);
  }

  /**
   * The address of a node for clients.
   *
   * @param node its name
   * @param host for clients
   * @param port for clients
   * @param votes false for a read replica, which never leads
   */
  public record NodeAddress(String node, String host, int port, boolean votes) {}

  /** Whether there is more than one node. */
  public boolean isCluster() {
    return !nodes.isEmpty();
  }

  /** Whether the reporting node is the leader. */
  public boolean isLeader() {
    return node.equals(leader);
  }

  /** The address of the leader; null when none is known. */
  public @Nullable NodeAddress leaderAddress() {
    return leader == null ? null : addressOf(leader);
  }

  /** The address of a node; null when it is not one of these. */
  public @Nullable NodeAddress addressOf(String name) {
    for (NodeAddress each : nodes) {
      if (each.node().equals(name)) {
        return each;
      }
    }
    return null;
  }
}

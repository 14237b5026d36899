package io.mosql.core.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that serve a database, as one node knows them.
 *
 * @param node name of the one that says so
 * @param leader name of the node that takes what writes; null when none is known
 * @param term of that leader; a topology of a higher term is newer
 * @param nodes all nodes that have the database, this one included; empty for a server on its own
 */
public record Topology(
    String node, @Nullable String leader, long term, List<Topology.NodeAddress> nodes) {
  /** A server on its own. */
  public static final Topology ALONE = new Topology("", "", 0, List.of());

  public Topology {
    nodes = List.copyOf(nodes);
  }

  /**
   * Where clients reach a node.
   *
   * @param node its name
   * @param host as clients are told to reach it
   * @param port of its door
   * @param votes false for a read replica, which never leads
   */
  public record NodeAddress(String node, String host, int port, boolean votes) {}

  /** Whether there is more than one node. */
  public boolean isCluster() {
    return !nodes.isEmpty();
  }

  /** Whether the node that says so leads. */
  public boolean isLeader() {
    return node.equals(leader);
  }

  /** Where the leader is; null when there is none known. */
  public @Nullable NodeAddress leaderAddress() {
    return leader == null ? null : addressOf(leader);
  }

  /** Where a node is; null when it is not one of these. */
  public @Nullable NodeAddress addressOf(String name) {
    for (NodeAddress each : nodes) {
      if (each.node().equals(name)) {
        return each;
      }
    }
    return null;
  }
}

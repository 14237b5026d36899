package io.mosql.engine.account;

import io.mosql.core.error.InvariantViolation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of the cluster's rows in the system database: its nodes and the requested
 * leadership transfers. The groups of the databases are reconciled with it; see {@code
 * MembershipReconciler}.
 *
 * @param nodes target nodes by name; empty for a single server
 * @param transfers requested leadership transfers that have not completed
 */
public record ClusterCatalog(List<NodeRow> nodes, List<LeadershipTransfer> transfers) {
  static final ClusterCatalog NONE = new ClusterCatalog(List.of(), List.of());

  public ClusterCatalog {
    nodes = List.copyOf(nodes);
    transfers = List.copyOf(transfers);
    Set<String> names = new HashSet<>();
    for (NodeRow row : nodes) {
      InvariantViolation.check(names.add(row.node), "a node has one row");
    }
    Set<Long> moved = new HashSet<>();
    for (LeadershipTransfer transfer : transfers) {
      InvariantViolation.check(
          moved.add(transfer.database), "a database has at most one requested transfer");
    }
  }

  /**
   * The row of a node.
   *
   * @param host where other nodes reach it
   * @param port where other nodes reach it
   * @param listener whether it is a listener, without a vote
   * @param joined whether it has been a member of the group of the system database; from then on it
   *     has voted, and must not start with an empty log
   * @param format newest version of the formats that it reads
   * @param arrival unique number of the addition of this node; 0 for a founder. A node added again
   *     under the name of a removed node reads rows of the removed node, and this number
   *     distinguishes the two
   */
  public record NodeRow(
      String node,
      String host,
      int port,
      boolean listener,
      boolean joined,
      long format,
      long arrival) {}

  /** A requested transfer of the leadership of a database to a node. */
  public record LeadershipTransfer(long database, String node) {}

  /**
   * The placement of a database.
   *
   * @param group of its log
   * @param founders nodes that found the group together; empty when unknown to this node
   * @param nodes nodes that are to have a replica; empty for all
   */
  public record Placement(UUID group, List<String> founders, List<String> nodes) {
    public Placement {
      founders = List.copyOf(founders);
      nodes = List.copyOf(nodes);
    }

    public boolean isOn(String node) {
      return nodes.isEmpty() || nodes.contains(node);
    }
  }

  public @Nullable NodeRow node(String name) {
    return nodes.stream().filter(row -> row.node.equals(name)).findFirst().orElse(null);
  }

  /**
   * Whether the rows name the node with this arrival number, and not an earlier or later node of
   * the same name.
   */
  public boolean hasArrival(String node, long arrival) {
    NodeRow row = node(node);
    return row != null && row.arrival == arrival;
  }

  /** The requested leader of a database; null when no transfer is requested. */
  public @Nullable String transferOf(long database) {
    return transfers.stream()
        .filter(each -> each.database == database)
        .map(LeadershipTransfer::node)
        .findFirst()
        .orElse(null);
  }
}

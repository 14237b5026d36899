package io.mosql.engine.account;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of the cluster's rows in the system database: its nodes and the requested
 * leadership transfers. The groups of the databases are made to follow it; see {@code
 * MembershipReconciler}. Immutable.
 *
 * @param nodes all that there are to be, by name; none for a server on its own
 * @param transfers of the lead that somebody asked for and that have not come about
 */
public record ClusterCatalog(List<NodeRow> nodes, List<LeadershipTransfer> transfers) {
  static final ClusterCatalog NONE = new ClusterCatalog(List.of(), List.of());

  public ClusterCatalog {
    nodes = List.copyOf(nodes);
    transfers = List.copyOf(transfers);
  }

  /**
   * A node.
   *
   * @param host where other nodes reach it
   * @param port where other nodes reach it
   * @param listener whether it follows without a vote
   * @param joined whether it has been a member of the group of the system database; from then on it
   *     has given votes, and must not begin anew
   * @param format newest version of the formats that it reads
   * @param arrival number of the addition that it came by, which no other has; 0 for a founder.
   *     Whoever comes back under a name that was removed reads rows of the one before, and this
   *     tells them apart
   */
  public record NodeRow(
      String node,
      String host,
      int port,
      boolean listener,
      boolean joined,
      long format,
      long arrival) {}

  /** That a node is to lead a database. */
  public record LeadershipTransfer(long database, String node) {}

  /**
   * Where a database is.
   *
   * @param group of its log
   * @param founders nodes that found the group together; none when that is all that the node was
   *     told of
   * @param nodes that are to have it; none for all
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
   * Whether they name the node that came by this addition, and not one of its name that was removed
   * before it came, or came after it was removed.
   */
  public boolean hasArrival(String node, long arrival) {
    NodeRow row = node(node);
    return row != null && row.arrival == arrival;
  }

  /** Which node is to lead a database; null when nobody asked for one. */
  public @Nullable String transferOf(long database) {
    return transfers.stream()
        .filter(each -> each.database == database)
        .map(LeadershipTransfer::node)
        .findFirst()
        .orElse(null);
  }
}

package io.mosql.core.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes serve a database, as one of them knows at a moment.
 *
 * @param node name of the one that says so
 * @param leader name of the node that takes what writes; null when none is known
 * @param term of that leader; a topology of a higher term is newer
 * @param places all nodes that have the database, this one included; empty for a server on its own
 */
public record Topology(
    String node, @Nullable String leader, long term, List<Topology.Place> places) {
  /** A server on its own. */
  public static final Topology ALONE = new Topology("", "", 0, List.of());

  public Topology {
    places = List.copyOf(places);
  }

  /**
   * Where clients reach a node.
   *
   * @param node its name
   * @param host as clients are told to reach it
   * @param port of its door
   * @param votes false for a read replica, which never leads
   */
  public record Place(String node, String host, int port, boolean votes) {}

  /** Whether there is more than one node. */
  public boolean isCluster() {
    return !places.isEmpty();
  }

  /** Whether the node that says so leads. */
  public boolean leadsHere() {
    return node.equals(leader);
  }

  /** Where the leader is; null when there is none known. */
  public @Nullable Place leaderPlace() {
    return leader == null ? null : place(leader);
  }

  /** Where a node is; null when it is not one of these. */
  public @Nullable Place place(String name) {
    for (Place each : places) {
      if (each.node().equals(name)) {
        return each;
      }
    }
    return null;
  }
}

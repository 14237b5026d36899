package io.mosql.engine.options;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a node's data directory, as written in its marker file.
 *
 * <pre>
 * a server on its own      mosql node 1
 *
 * a node of a cluster      mosql node 2
 *                          node n1
 *                          cluster 6d1e..       the group of the system database
 *                          peers n1=host:port,..  that founded it, or where this one is
 *                          joined voter 7       one that came later, voter or listener, and by which
 *                                               addition
 * </pre>
 *
 * @param member null for a server on its own
 */
public record NodeMarker(@Nullable Member member) {
  private static final String SINGLE_SERVER = "mosql node 1\n";
  private static final Pattern MEMBER =
      Pattern.compile(
          """
          mosql node 2
          node (\\S+)
          cluster (\\S{36})
          peers (\\S+)
          (?:joined (voter|listener)(?: ([0-9]{1,18}))?
          )?""");

  /**
   * A node of a cluster.
   *
   * @param cluster group of the system database, which stays when the peers' addresses change
   * @param joined what it came as, voter or listener; null when it was one of the founders
   * @param arrival number of the addition that it came by; 0 when it was one of the founders
   */
  public record Member(
      String node, UUID cluster, String peers, @Nullable String joined, long arrival) {
    /**
     * This node as one that is there alone, on loopback: to see what it has, and whether it is
     * alone.
     */
    public ClusterOptions alone() {
      for (String peer : peers.split(",")) {
        int equals = peer.indexOf('=');
        int colon = peer.lastIndexOf(':');
        if (peer.substring(0, equals).equals(node)) {
          String host = peer.substring(equals + 1, colon);
          int port = Integer.parseInt(peer.substring(colon + 1));
          return ClusterOptions.of(
                  node, List.of(new ClusterOptions.Peer(node, host, port, host, port)))
              .withListenHost("127.0.0.1");
        }
      }
      throw new MosqlException(
          SqlState.INVALID_PARAMETER, "node " + node + " is not among its peers " + peers);
    }
  }

  static NodeMarker of(@Nullable ClusterOptions cluster) {
    if (cluster == null) {
      return new NodeMarker(null);
    }
    ClusterOptions.Join join = cluster.join();
    return new NodeMarker(
        new Member(
            cluster.node(),
            join == null ? cluster.systemGroup() : join.cluster(),
            cluster.peersText(),
            join == null ? null : join.listener() ? "listener" : "voter",
            join == null ? 0 : join.arrival()));
  }

  /** What a text says; null when it is none of these. */
  static @Nullable NodeMarker parse(String text) {
    if (text.equals(SINGLE_SERVER)) {
      return new NodeMarker(null);
    }
    Matcher matcher = MEMBER.matcher(text);
    try {
      return matcher.matches()
          ? new NodeMarker(
              new Member(
                  matcher.group(1),
                  UUID.fromString(matcher.group(2)),
                  matcher.group(3),
                  matcher.group(4),
                  matcher.group(5) == null ? 0 : Long.parseLong(matcher.group(5))))
          : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  static boolean isOfAnotherRelease(String text) {
    return text.matches("mosql node [0-9]+\n(?s:.*)") && !text.matches("mosql node [12]\n(?s:.*)");
  }

  String text() {
    return member == null
        ? SINGLE_SERVER
        : "mosql node 2\nnode "
            + member.node
            + "\ncluster "
            + member.cluster
            + "\npeers "
            + member.peers
            + "\n"
            + (member.joined == null
                ? ""
                : "joined " + member.joined + " " + member.arrival + "\n");
  }

  /**
   * Makes sure that whoever opens the directory is who it belongs to. Peers may have moved since.
   *
   * @throws MosqlException 22023 when it is not
   */
  void requireFits(NodeMarker wanted, Path path) {
    Member other = wanted.member;
    if (member == null) {
      if (other != null) {
        throw refused(
            path,
            "belongs to a server on its own, not to a node of a cluster: start it once with itself"
                + " alone among its peers, and have the others join");
      }
    } else if (other == null) {
      throw refused(
          path,
          "belongs to node "
              + member.node
              + " of a cluster: start it with --node-id and --peers "
              + member.peers);
    } else if (!member.node.equals(other.node)) {
      throw refused(path, "belongs to node " + member.node + ", not to " + other.node);
    }
  }

  private static MosqlException refused(Path path, String why) {
    return new MosqlException(SqlState.INVALID_PARAMETER, path + " " + why);
  }
}

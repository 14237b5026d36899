package io.mosql.engine.options;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.error.EngineErrorMessage;
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
 * a single server          mosql node 1
 *
 * a node of a cluster      mosql node 2
 *                          node n1
 *                          cluster 6d1e..       the group of the system database
 *                          peers n1=host:port,..  founders, or the address of this node
 *                          joined voter 7       a node added later: voter or listener, and its
 *                                               arrival number
 * </pre>
 *
 * @param member null for a single server
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
          )?\
          """);

  /**
   * A node of a cluster.
   *
   * @param cluster group of the system database, which stays when the peers' addresses change
   * @param joined role at its addition, voter or listener; null for a founder
   * @param arrival number of its addition; 0 for a founder
   */
  public record Member(
      String node, UUID cluster, String peers, @Nullable String joined, long arrival) {
    /**
     * Options of this node as the only peer, on loopback: to inspect its state and whether it is
     * the only member.
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
      throw EngineErrorMessage.NODE_NOT_AMONG_PEERS.error(node, peers);
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

  /** Parses a marker; null when it is invalid. */
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
   * Checks that the directory belongs to the node that opens it. The addresses of peers may have
   * changed.
   *
   * @throws MosqlException 22023 when it belongs to another node
   */
  void requireFits(NodeMarker wanted, Path path) {
    Member other = wanted.member;
    if (member == null) {
      if (other != null) {
        throw EngineErrorMessage.DATA_DIRECTORY_OF_SINGLE_SERVER.error(path);
      }
    } else if (other == null) {
      throw EngineErrorMessage.DATA_DIRECTORY_OF_CLUSTER.error(path, member.node, member.peers);
    } else if (!member.node.equals(other.node)) {
      throw EngineErrorMessage.DATA_DIRECTORY_OF_ANOTHER_NODE.error(path, member.node, other.node);
    }
  }
}

package io.mosql.engine.options;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of a node of a cluster.
 *
 * @param node its name
 * @param peers all nodes that found the cluster together, this one included; the same on each
 * @param listenHost address that it listens on for other nodes; null for its own host among the
 *     peers
 * @param certificates null for nodes on loopback alone
 * @param electionMin shortest time without a word from the leader after which a node stands for
 *     election; null for what fits most networks
 * @param retainedLogBytes how much of a log is kept for nodes that are behind; null for 1 GB
 * @param freeBytesMin room on the disk below which nothing is written; null for 64 MB
 * @param join the cluster that an empty directory joins; null for one that its peers found
 */
public record ClusterOptions(
    String node,
    List<Peer> peers,
    @Nullable String listenHost,
    @Nullable Certificates certificates,
    @Nullable Duration electionMin,
    @Nullable Long retainedLogBytes,
    @Nullable Long freeBytesMin,
    @Nullable Join join) {

  /** Newest version of what nodes tell each other that this release reads. */
  public static final long FORMAT = 1;

  public static final String NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,62}";

  /**
   * A node as the others know it.
   *
   * @param host where other nodes reach it
   * @param port where other nodes reach it
   * @param clientHost where clients reach it
   * @param clientPort where clients reach it
   */
  public record Peer(String node, String host, int port, String clientHost, int clientPort) {}

  /**
   * What a node shows to others, and what it trusts: PEM files.
   *
   * @param key private key, PKCS#8
   * @param certificates this node's certificate, then those up to the authority
   * @param authority who signs the certificates of the nodes, and of nobody else
   */
  public record Certificates(Path key, Path certificates, Path authority) {}

  /**
   * A cluster that is there, and in whose rows this node stands already.
   *
   * @param cluster its id
   * @param arrival number of that row, as {@code mosql.nodes} tells it
   */
  public record Join(UUID cluster, boolean listener, long arrival) {}

  /**
   * @throws MosqlException 22023 when the node is not among the peers, a name is none or comes
   *     twice
   */
  public ClusterOptions {
    peers = List.copyOf(peers);
    Set<String> names = new HashSet<>();
    for (Peer peer : peers) {
      if (!peer.node.matches(NAME) || !names.add(peer.node)) {
        throw new MosqlException(
            SqlState.INVALID_PARAMETER,
            "\"" + peer.node + "\" is no name of a node, or the name of two");
      }
    }
    if (!names.contains(node)) {
      throw new MosqlException(
          SqlState.INVALID_PARAMETER, "node \"" + node + "\" is not among its peers");
    }
  }

  /** Nodes with the default settings. */
  public static ClusterOptions of(String node, List<Peer> peers) {
    return new ClusterOptions(node, peers, null, null, null, null, null, null);
  }

  public ClusterOptions withCertificates(Certificates other) {
    return new ClusterOptions(
        node, peers, listenHost, other, electionMin, retainedLogBytes, freeBytesMin, join);
  }

  public ClusterOptions withListenHost(String other) {
    return new ClusterOptions(
        node, peers, other, certificates, electionMin, retainedLogBytes, freeBytesMin, join);
  }

  /** The same with other times and sizes. */
  public ClusterOptions tuned(Duration election, long retainedLog, long freeBytes) {
    return new ClusterOptions(
        node, peers, listenHost, certificates, election, retainedLog, freeBytes, join);
  }

  /** Does not found a cluster. */
  public ClusterOptions joining(Join other) {
    return new ClusterOptions(
        node, peers, listenHost, certificates, electionMin, retainedLogBytes, freeBytesMin, other);
  }

  /** Where other nodes reach this one. */
  public String address() {
    return self().host() + ":" + self().port();
  }

  /** Where clients reach this one. */
  public String clientAddress() {
    return self().clientHost() + ":" + self().clientPort();
  }

  /** Newest version of what nodes tell each other that this release reads. */
  public static long format() {
    return FORMAT;
  }

  public Peer self() {
    return peers.stream().filter(peer -> peer.node.equals(node)).findFirst().orElseThrow();
  }

  public @Nullable Peer peer(String name) {
    return peers.stream().filter(peer -> peer.node.equals(name)).findFirst().orElse(null);
  }

  /** As people write it. */
  public String peersText() {
    return peers.stream()
        .map(peer -> peer.node + "=" + peer.host + ":" + peer.port)
        .sorted()
        .collect(Collectors.joining(","));
  }

  /**
   * The group of the system database: nodes that are told of the same peers come to the same one
   * without asking each other, and clusters of others are strangers.
   */
  UUID systemGroup() {
    return UUID.nameUUIDFromBytes(("mosql " + peersText()).getBytes(StandardCharsets.UTF_8));
  }

  /** A number that no other node of the cluster has, as long as nobody looks for one. */
  public long nodeNumber() {
    return UUID.nameUUIDFromBytes(node.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
  }
}

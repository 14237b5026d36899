package io.mosql.engine.options;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.error.EngineErrorMessage;
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
 * @param electionMin shortest time without a heartbeat of the leader after which a node starts an
 *     election; null for the default
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

  /** Newest version of the formats between nodes that this release reads. */
  public static final long FORMAT = 1;

  public static final String NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,62}";

  /**
   * The addresses of a node.
   *
   * @param host where other nodes reach it
   * @param port where other nodes reach it
   * @param clientHost where clients reach it
   * @param clientPort where clients reach it
   */
  public record Peer(String node, String host, int port, String clientHost, int clientPort) {}

  /**
   * The certificates of a node and the authority that it trusts, as PEM files.
   *
   * @param key private key, PKCS#8
   * @param certificates this node's certificate, then those up to the authority
   * @param authority certificate of the authority that signs the certificates of the nodes, and no
   *     others
   */
  public record Certificates(Path key, Path certificates, Path authority) {}

  /**
   * An existing cluster whose rows already contain this node.
   *
   * @param cluster its id
   * @param arrival arrival number in that row, as shown by {@code mosql.nodes}
   */
  public record Join(UUID cluster, boolean listener, long arrival) {}

  /**
   * @throws MosqlException 22023 when the node is not among the peers, a name is invalid or
   *     duplicate
   */
  public ClusterOptions {
    peers = List.copyOf(peers);
    Set<String> names = new HashSet<>();
    for (Peer peer : peers) {
      if (!peer.node.matches(NAME) || !names.add(peer.node)) {
        throw EngineErrorMessage.INVALID_PEER_NAME.error(peer.node);
      }
    }
    if (!names.contains(node)) {
      throw EngineErrorMessage.NODE_NOT_AMONG_PEERS.error(node, names);
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

  /** The same for a node that joins a cluster instead of founding one. */
  public ClusterOptions joining(Join other) {
    return new ClusterOptions(
        node, peers, listenHost, certificates, electionMin, retainedLogBytes, freeBytesMin, other);
  }

  /** Address of this node for other nodes. */
  public String address() {
    return self().host() + ":" + self().port();
  }

  /** Address of this node for clients. */
  public String clientAddress() {
    return self().clientHost() + ":" + self().clientPort();
  }

  /** Newest version of the formats between nodes that this release reads. */
  public static long format() {
    return FORMAT;
  }

  public Peer self() {
    return peers.stream().filter(peer -> peer.node.equals(node)).findFirst().orElseThrow();
  }

  public @Nullable Peer peer(String name) {
    return peers.stream().filter(peer -> peer.node.equals(name)).findFirst().orElse(null);
  }

  /** The peers in the notation of the settings. */
  public String peersText() {
    return peers.stream()
        .map(peer -> peer.node + "=" + peer.host + ":" + peer.port)
        .sorted()
        .collect(Collectors.joining(","));
  }

  /**
   * The group of the system database, derived from the peers: nodes with equal peers get the same
   * group without communication, and nodes with other peers get another group.
   */
  UUID systemGroup() {
    return UUID.nameUUIDFromBytes(("mosql " + peersText()).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * A number derived from the node's name that differs between the nodes of a cluster, unless names
   * are constructed to collide.
   */
  public long nodeNumber() {
    return UUID.nameUUIDFromBytes(node.getBytes(StandardCharsets.UTF_8)).getMostSignificantBits();
  }
}

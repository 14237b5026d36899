package io.mosql.server.process;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.options.ClusterOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the settings that make a server a node of a cluster.
 *
 * <pre>
 * peers              n1=host:port,n2=host:port  nodes, and their addresses for each other
 *                    n1=host:port@host:port     and the address for clients, if it is not the same
 *                                               host and the client port of this server
 * advertise-address  host:port                  address of this node for clients
 * </pre>
 */
final class ClusterSettings {
  private static final String ADDRESS = "(\\[[^\\]@/,]+\\]|[^:@/,=\\[\\]]+):([0-9]{1,5})";
  private static final Pattern PEER =
      Pattern.compile("([^=,@]+)=" + ADDRESS + "(?:@" + ADDRESS + ")?");
  private static final Pattern PLACE = Pattern.compile(ADDRESS);
  private static final int PORT_MAX = 0xFFFF;
  private static final int ELECTION_TIMEOUT_MILLIS_MIN = 50;
  private static final int ELECTION_TIMEOUT_MILLIS_MAX = 60_000;

  private ClusterSettings() {}

  /**
   * Returns the cluster options; problems are collected by the reader.
   *
   * @param doorPort port for clients of this server
   * @return null for a standalone server
   */
  static @Nullable ClusterOptions read(SettingReader read, int doorPort) {
    String node = read.text(ServerSetting.NODE_ID);
    String list = read.text(ServerSetting.PEERS);
    if (node == null && list == null) {
      return null;
    }
    if (node == null || list == null) {
      read.problem("node-id and peers go together");
      return null;
    }
    List<ClusterOptions.Peer> peers = new ArrayList<>();
    for (String text : list.split(",", -1)) {
      ClusterOptions.Peer peer = peer(text.strip(), doorPort);
      if (peer == null) {
        read.problem("peers: \"" + text + "\" is not name=host:port");
        return null;
      }
      peers.add(peer.node().equals(node) ? advertised(read, peer) : peer);
    }
    try {
      return withTuning(read, ClusterOptions.of(node, peers));
    } catch (MosqlException e) {
      read.problem("peers: " + e.getMessage());
      return null;
    }
  }

  /**
   * Returns the join request for an empty directory; null when the directory founds a cluster or a
   * standalone server.
   */
  static ClusterJoin.@Nullable Request join(SettingReader read) {
    String members = read.text(ServerSetting.JOIN);
    boolean listener =
        read.choice(ServerSetting.JOIN_ROLE, Set.of("voter", "listener")).equals("listener");
    String peers = read.text(ServerSetting.PEERS);
    if (members == null) {
      return null;
    }
    if (peers == null || peers.contains(",")) {
      read.problem("join goes with node-id, and with peers that name this node alone");
    }
    return new ClusterJoin.Request(members, listener);
  }

  /** Whether the server is to leave its cluster and become standalone. */
  static boolean leave(SettingReader read) {
    boolean leave = read.flag(ServerSetting.LEAVE_CLUSTER);
    if (leave && read.text(ServerSetting.PEERS) != null) {
      read.problem("leave-cluster goes without node-id and peers");
    }
    return leave;
  }

  private static ClusterOptions.@Nullable Peer peer(String text, int doorPort) {
    Matcher matcher = PEER.matcher(text);
    if (!matcher.matches() || !isPort(matcher.group(3))) {
      return null;
    }
    String clientPort = matcher.group(5);
    if (clientPort != null && !isPort(clientPort)) {
      return null;
    }
    return new ClusterOptions.Peer(
        matcher.group(1),
        matcher.group(2),
        Integer.parseInt(matcher.group(3)),
        clientPort == null ? matcher.group(2) : matcher.group(4),
        clientPort == null ? doorPort : Integer.parseInt(clientPort));
  }

  private static boolean isPort(String text) {
    int port = Integer.parseInt(text);
    return port > 0 && port <= PORT_MAX;
  }

  private static ClusterOptions.Peer advertised(SettingReader read, ClusterOptions.Peer peer) {
    String text = read.text(ServerSetting.ADVERTISE_ADDRESS);
    Matcher matcher = PLACE.matcher(text == null ? "" : text);
    if (text != null && !(matcher.matches() && isPort(matcher.group(2)))) {
      read.problem("advertise-address is not host:port");
    } else if (text != null) {
      return new ClusterOptions.Peer(
          peer.node(),
          peer.host(),
          peer.port(),
          matcher.group(1),
          Integer.parseInt(matcher.group(2)));
    } else if (peer.clientPort() == 0) {
      read.problem("port = 0 requires advertise-address, the address of the node for clients");
    }
    return peer;
  }

  private static ClusterOptions withTuning(SettingReader read, ClusterOptions plain) {
    ClusterOptions options = plain;
    String listen = read.text(ServerSetting.PEER_LISTEN_ADDRESS);
    if (listen != null) {
      options = options.withListenHost(listen);
    }
    ClusterOptions.Certificates certificates = certificates(read);
    if (certificates != null) {
      options = options.withCertificates(certificates);
    }
    int election =
        read.number(
            ServerSetting.ELECTION_TIMEOUT_MILLIS,
            ELECTION_TIMEOUT_MILLIS_MIN,
            ELECTION_TIMEOUT_MILLIS_MAX);
    Long retained = read.size(ServerSetting.RAFT_LOG_RETENTION_BYTES);
    Long free = read.size(ServerSetting.MIN_FREE_DISK_BYTES);
    return options.tuned(
        Duration.ofMillis(election), retained == null ? 0 : retained, free == null ? 0 : free);
  }

  private static ClusterOptions.@Nullable Certificates certificates(SettingReader read) {
    Path certificate = ServerConfig.optionalPath(read, ServerSetting.PEER_CERTIFICATE);
    Path key = ServerConfig.optionalPath(read, ServerSetting.PEER_KEY);
    Path authority = ServerConfig.optionalPath(read, ServerSetting.PEER_CA);
    if (certificate == null && key == null && authority == null) {
      return null;
    }
    if (certificate == null || key == null || authority == null) {
      read.problem("peer-certificate, peer-key and peer-ca go together");
      return null;
    }
    for (Path file : List.of(certificate, key, authority)) {
      if (!Files.isReadable(file)) {
        read.problem("peer certificates: cannot read " + file);
      }
    }
    return new ClusterOptions.Certificates(key, certificate, authority);
  }
}

package io.mosql.server.process;

import io.mosql.core.error.MosqlException;
import io.mosql.engine.options.ClusterOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private ClusterSettings() {}

  /**
   * Returns the cluster options; problems are collected by the reader.
   *
   * @param doorPort port for clients of this server
   * @return null for a standalone server
   */
  static @Nullable ClusterOptions read(ParsedSettings settings, int doorPort) {
    String node = settings.optionalText(ServerSetting.NODE_ID);
    String list = settings.optionalText(ServerSetting.PEERS);
    if (node == null && list == null) {
      return null;
    }
    if (node == null || list == null) {
      settings.problem("node-id and peers must be set together");
      return null;
    }
    List<ClusterOptions.Peer> peers = new ArrayList<>();
    for (String text : list.split(",", -1)) {
      ClusterOptions.Peer peer = peer(text.strip(), doorPort);
      if (peer == null) {
        settings.problem("peers: invalid entry \"" + text + "\"; expected name=host:port");
        return null;
      }
      peers.add(peer.node().equals(node) ? advertised(settings, peer) : peer);
    }
    try {
      return withTuning(settings, ClusterOptions.of(node, peers));
    } catch (MosqlException e) {
      settings.problem("peers: " + e.getMessage());
      return null;
    }
  }

  /**
   * Returns the join request for an empty directory; null when the directory founds a cluster or a
   * standalone server.
   */
  static ClusterJoin.@Nullable Request join(ParsedSettings settings) {
    String members = settings.optionalText(ServerSetting.JOIN);
    boolean listener = settings.text(ServerSetting.JOIN_ROLE).equals("listener");
    String peers = settings.optionalText(ServerSetting.PEERS);
    if (members == null) {
      return null;
    }
    if (peers == null || peers.contains(",")) {
      settings.problem("join requires node-id, and peers with this node alone");
    }
    return new ClusterJoin.Request(members, listener);
  }

  /** Whether the server is to leave its cluster and become standalone. */
  static boolean leave(ParsedSettings settings) {
    boolean leave = settings.flag(ServerSetting.LEAVE_CLUSTER);
    if (leave && settings.optionalText(ServerSetting.PEERS) != null) {
      settings.problem("leave-cluster excludes node-id and peers");
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

  private static ClusterOptions.Peer advertised(ParsedSettings settings, ClusterOptions.Peer peer) {
    String text = settings.optionalText(ServerSetting.ADVERTISE_ADDRESS);
    Matcher matcher = PLACE.matcher(text == null ? "" : text);
    if (text != null && !(matcher.matches() && isPort(matcher.group(2)))) {
      settings.problem("invalid value for setting \"advertise-address\"; expected host:port");
    } else if (text != null) {
      return new ClusterOptions.Peer(
          peer.node(),
          peer.host(),
          peer.port(),
          matcher.group(1),
          Integer.parseInt(matcher.group(2)));
    } else if (peer.clientPort() == 0) {
      settings.problem("port = 0 requires advertise-address");
    }
    return peer;
  }

  private static ClusterOptions withTuning(ParsedSettings settings, ClusterOptions plain) {
    ClusterOptions options = plain;
    String listen = settings.optionalText(ServerSetting.PEER_LISTEN_ADDRESS);
    if (listen != null) {
      options = options.withListenHost(listen);
    }
    ClusterOptions.Certificates certificates = certificates(settings);
    if (certificates != null) {
      options = options.withCertificates(certificates);
    }
    int election = settings.number(ServerSetting.ELECTION_TIMEOUT_MILLIS);
    Long retained = settings.size(ServerSetting.RAFT_LOG_RETENTION_BYTES);
    Long free = settings.size(ServerSetting.MIN_FREE_DISK_BYTES);
    return options.tuned(
        Duration.ofMillis(election), retained == null ? 0 : retained, free == null ? 0 : free);
  }

  private static ClusterOptions.@Nullable Certificates certificates(ParsedSettings settings) {
    Path certificate = settings.path(ServerSetting.PEER_CERTIFICATE);
    Path key = settings.path(ServerSetting.PEER_KEY);
    Path authority = settings.path(ServerSetting.PEER_CA);
    if (certificate == null && key == null && authority == null) {
      return null;
    }
    if (certificate == null || key == null || authority == null) {
      settings.problem("peer-certificate, peer-key and peer-ca must be set together");
      return null;
    }
    for (Path file : List.of(certificate, key, authority)) {
      settings.requireReadable(file);
    }
    return new ClusterOptions.Certificates(key, certificate, authority);
  }
}

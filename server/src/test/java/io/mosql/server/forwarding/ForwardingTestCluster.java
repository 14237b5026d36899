package io.mosql.server.forwarding;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.port.AuditLog;
import io.mosql.core.port.Clock;
import io.mosql.core.port.RandomSource;
import io.mosql.engine.Node;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.engine.options.ClusterOptions;
import io.mosql.engine.options.NodeOptions;
import io.mosql.server.authentication.LoginThrottle;
import io.mosql.server.network.NetworkOptions;
import io.mosql.server.network.NetworkServer;
import io.mosql.testkit.OffsetClock;
import io.mosql.testkit.cluster.FreePorts;
import io.mosql.testkit.cluster.ParallelStop;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** Cluster of nodes in this process, each with a server for clients. Confined to one thread. */
final class ForwardingTestCluster implements AutoCloseable {
  static final String USER = "admin";
  static final String PASSWORD = "secret";
  static final String DATABASE = "mosql";
  private static final String HOST = "127.0.0.1";
  private static final Duration WITHIN = Duration.ofSeconds(60);

  private final Path root;
  private final List<ClusterOptions.Peer> peers = new ArrayList<>();
  private final Map<String, Node> nodes = new HashMap<>();
  private final Map<String, NetworkServer> doors = new HashMap<>();
  private final Map<String, OffsetClock> clocks = new HashMap<>();
  private volatile AuditLog audit = AuditLog.NONE;

  ForwardingTestCluster(Path root, int size) throws IOException, InterruptedException {
    this.root = root;
    for (int i = 0; i < size; i++) {
      peers.add(
          new ClusterOptions.Peer("n" + (i + 1), HOST, FreePorts.next(), HOST, FreePorts.next()));
    }
    for (ClusterOptions.Peer peer : peers) {
      start(peer);
    }
    for (Node node : nodes.values()) {
      assertThat(node.awaitReady(WITHIN)).isTrue();
    }
    awaitAgreement(DATABASE);
  }

  private void start(ClusterOptions.Peer peer) throws IOException {
    ClusterOptions options =
        ClusterOptions.of(peer.node(), peers).tuned(Duration.ofSeconds(1), 1 << 30, 0);
    OffsetClock clock = new OffsetClock(Clock.SYSTEM);
    clocks.put(peer.node(), clock);
    Node node =
        Node.open(
            root.resolve(peer.node()),
            NodeOptions.defaults()
                .withPorts(OpenDatabase.Ports.system().withClock(clock))
                .withAdministrator(USER, PASSWORD)
                .withCluster(options),
            event -> audit.record(event));
    nodes.put(peer.node(), node);
    doors.put(
        peer.node(),
        NetworkServer.open(
            ForwardingEngine.of(node),
            NetworkOptions.of(HOST, peer.clientPort()),
            AuditLog.NONE,
            clock,
            RandomSource.SECURE,
            new LoginThrottle()));
  }

  void stop(String name) {
    Objects.requireNonNull(doors.remove(name)).close();
    Objects.requireNonNull(nodes.remove(name)).close();
  }

  Node node(String name) {
    return Objects.requireNonNull(nodes.get(name), name);
  }

  /** Waits until all running nodes report the same leader of a database; returns its name. */
  String awaitAgreement(String database) {
    Awaitility.await()
        .atMost(WITHIN)
        .until(
            () -> {
              List<String> leaders =
                  nodes.values().stream()
                      .map(node -> String.valueOf(node.topology(database).leader()))
                      .distinct()
                      .toList();
              return leaders.size() == 1
                  && nodes.containsKey(leaders.get(0))
                  && node(leaders.get(0)).topology(database).isLeader();
            });
    return Objects.requireNonNull(nodes.values().iterator().next().topology(database).leader());
  }

  List<String> followers(String database) {
    String leader = awaitAgreement(database);
    return nodes.keySet().stream().filter(name -> !name.equals(leader)).sorted().toList();
  }

  /** Transfers the leadership of a database to another node. */
  void handOn(String database, String to) {
    node(awaitAgreement(database)).transferLeadership(database, to);
    Awaitility.await().atMost(WITHIN).until(() -> awaitAgreement(database).equals(to));
  }

  /** Directs the audit events of the nodes to another log, on the sessions' threads. */
  void audit(AuditLog next) {
    audit = next;
  }

  /** Sets the clock of a node relative to the correct time. */
  void setClock(String name, Duration ahead) {
    Objects.requireNonNull(clocks.get(name), name).set(ahead);
  }

  /** Number of authenticated clients of a node. */
  int connections(String name) {
    return Objects.requireNonNull(doors.get(name), name).connections();
  }

  int port(String name) {
    return peers.stream()
        .filter(peer -> peer.node().equals(name))
        .findFirst()
        .orElseThrow()
        .clientPort();
  }

  String url(String name, String database) {
    return "jdbc:mosql://" + HOST + ":" + port(name) + "/" + database;
  }

  /** Opens a connection with the address of one node. */
  Connection connect(String name, String properties) throws SQLException {
    return connect(name, USER, PASSWORD, properties);
  }

  Connection connect(String name, String user, String password, String properties)
      throws SQLException {
    return DriverManager.getConnection(url(name, DATABASE) + properties, user, password);
  }

  Connection connectTo(
      String database, String name, String user, String password, String properties)
      throws SQLException {
    return DriverManager.getConnection(url(name, database) + properties, user, password);
  }

  /** Opens a connection with the addresses of all nodes. */
  Connection connectToAll(String properties) throws SQLException {
    String hosts =
        peers.stream().map(peer -> HOST + ":" + peer.clientPort()).collect(Collectors.joining(","));
    return DriverManager.getConnection(
        "jdbc:mosql://" + hosts + "/" + DATABASE + properties, USER, PASSWORD);
  }

  @Override
  public void close() {
    doors.values().forEach(NetworkServer::close);
    ParallelStop.all(nodes.values(), Node::close);
  }
}

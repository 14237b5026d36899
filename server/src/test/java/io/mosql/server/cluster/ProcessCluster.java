package io.mosql.server.cluster;

import io.mosql.server.Checkout;
import io.mosql.testkit.cluster.LinkProxy;
import io.mosql.testkit.cluster.NodeLaunchConfig;
import io.mosql.testkit.cluster.TestCluster;
import io.mosql.testkit.cluster.TestProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cluster of three servers, {@code n1} to {@code n3}, each a process of mosql.jar, with a proxy in
 * each link and before each client port. Frequent checkpoints and short logs ensure that a node
 * which was down for a moment may need a checkpoint from another node. Processes are controlled by
 * one thread; connections may be opened by any thread.
 */
final class ProcessCluster implements AutoCloseable {
  static final Duration START_TIME = Duration.ofMinutes(2);

  private static final String CLIENTS = "clients";
  private static final String PASSWORD = "loopback-only";
  private static final Pattern READY = Pattern.compile("^Ready in");

  private static final int BALLAST_ROWS = 40;
  private static final int BALLAST_WORDS = 8_000;

  private final Path directory;
  private final List<String> settings;
  private final Map<String, Path> disks = new HashMap<>();
  private final Set<String> joining = new HashSet<>();
  private final TestCluster machines;

  /**
   * Plans the cluster without starting processes.
   *
   * @param settings command line options of each server
   */
  ProcessCluster(Path directory, int nodes, List<String> settings) throws IOException {
    this.directory = directory;
    this.settings = List.copyOf(settings);
    Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    this.machines = TestCluster.plan(directory, nodes, List.of(CLIENTS), this::command);
  }

  /** Sets another data directory for a node that was never started. */
  void disk(String id, Path disk) {
    disks.put(id, disk);
  }

  private List<String> command(NodeLaunchConfig plan) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(List.of("-Xmx320m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    words.add(plan.hostsOption());
    words.addAll(List.of("-cp", Checkout.mosqlJar() + File.pathSeparator + Checkout.tests()));
    words.add("io.mosql.server.process.SkewedClockServer");
    words.addAll(List.of("--data-directory", data(plan.id()).toString()));
    words.addAll(List.of("--node-id", plan.id()));
    if (joining.contains(plan.id())) {
      words.addAll(List.of("--peers", peers(plan, List.of(plan.id())), "--join", doors()));
    } else {
      words.addAll(List.of("--peers", peers(plan, ids())));
    }
    words.addAll(List.of("--port", Integer.toString(plan.port(CLIENTS))));
    words.addAll(List.of("--password-file", directory.resolve("password").toString()));
    words.addAll(List.of("--admin-port", "-1"));
    words.addAll(settings);
    return words;
  }

  /** The peers setting: addresses for nodes, and addresses of the proxies for clients. */
  private String peers(NodeLaunchConfig plan, List<String> which) {
    return Arrays.stream(plan.peerList().split(","))
        .filter(peer -> which.contains(peer.substring(0, peer.indexOf('='))))
        .map(peer -> peer + "@" + address(door(peer.substring(0, peer.indexOf('='))).address()))
        .collect(Collectors.joining(","));
  }

  private String doors() {
    return ids().stream().map(id -> address(door(id).address())).collect(Collectors.joining(","));
  }

  private Path data(String id) {
    return disks.getOrDefault(id, machines.node(id).directory()).resolve("data");
  }

  private static String address(InetSocketAddress of) {
    return of.getAddress().getHostAddress() + ":" + of.getPort();
  }

  List<String> ids() {
    return machines.ids();
  }

  /** Control of processes and links. */
  TestCluster machines() {
    return machines;
  }

  LinkProxy door(String id) {
    return machines.clientLink(id, CLIENTS);
  }

  /** Sets the clock of a running node relative to the correct time; returns when it is set. */
  void setClock(String id, Duration off) throws IOException, InterruptedException {
    TestProcess process = machines.process(id);
    // The time makes the line unique.
    String line = off.toMillis() + " " + System.nanoTime();
    process.tell(line);
    process.awaitLine(Pattern.compile("^clock is off by " + line + "$"), START_TIME);
  }

  /** Starts a node without waiting. */
  void start(String id) throws IOException {
    machines.start(id);
  }

  /** Starts all nodes that are down, and waits until all are ready. */
  void startAll() throws IOException, InterruptedException {
    machines.startAll();
    for (String id : ids()) {
      awaitReady(id);
    }
  }

  void awaitReady(String id) throws IOException, InterruptedException {
    machines.process(id).awaitLine(READY, START_TIME);
  }

  /**
   * Deletes the data of a stopped node that was removed from the cluster: it joins at its next
   * start.
   */
  void wipe(String id) throws IOException {
    joining.add(id);
    try (Stream<Path> files = Files.walk(data(id))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Executes a statement as an administrator. */
  void run(String sql) throws SQLException {
    try (Connection connection = connect(Map.of());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Whether a query returns a row. */
  boolean finds(String query) throws SQLException {
    try (Connection connection = connect(Map.of())) {
      return text(connection, query) != null;
    }
  }

  /** Opens a connection to a node chosen by the driver. */
  Connection connect(Map<String, String> more) throws SQLException {
    return connect(ids(), more);
  }

  private Connection connect(List<String> seeds, Map<String, String> more) throws SQLException {
    String hosts =
        seeds.stream().map(id -> address(door(id).address())).collect(Collectors.joining(","));
    Properties properties = new Properties();
    properties.setProperty("user", "admin");
    properties.setProperty("password", PASSWORD);
    more.forEach(properties::setProperty);
    return DriverManager.getConnection("jdbc:mosql://" + hosts + "/mosql", properties);
  }

  /** Opens a connection that reads the local replica of this node, even if it is stale. */
  Connection connectTo(String id) throws SQLException {
    // The leader redirects connections that prefer a replica to another node.
    Connection replica = connectTo(id, "preferSecondary");
    Connection connection = replica == null ? connectTo(id, "primary") : replica;
    if (connection == null) {
      throw new SQLException("it is not " + id + " that answers for it");
    }
    return connection;
  }

  private @Nullable Connection connectTo(String id, String type) throws SQLException {
    Connection connection =
        connect(
            List.of(id),
            Map.of("readOnly", "true", "readConsistency", "session", "targetServerType", type));
    if (id.equals(text(connection, "select node from mosql.cluster where here"))) {
      return connection;
    }
    connection.close();
    return null;
  }

  /** Whether this node accepts clients and returns a row for a query. */
  boolean shows(String id, String query) {
    try (Connection connection = connectTo(id)) {
      return text(connection, query) != null;
    } catch (SQLException e) {
      return false;
    }
  }

  private static @Nullable String text(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : null;
    }
  }

  /** The leader of the clients' database; null when no node reports one. */
  @Nullable String leader() {
    try (Connection connection = connect(Map.of("failoverTimeout", "10"))) {
      return text(connection, "select node from mosql.cluster where leader");
    } catch (SQLException e) {
      return null;
    }
  }

  /** Writes several times the capacity of the retained log, with checkpoints. */
  void writeMuch() throws SQLException {
    try (Connection connection = connect(Map.of());
        Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists ballast (id int primary key, v text)");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into ballast values (?, ?)")) {
        for (int id = 0; id < BALLAST_ROWS; id++) {
          insert.setInt(1, id);
          insert.setString(2, "ballast ".repeat(BALLAST_WORDS));
          insert.executeUpdate();
        }
      }
      statement.execute("checkpoint");
      statement.execute("delete from ballast");
      statement.execute("checkpoint");
    }
  }

  @Override
  public void close() throws IOException {
    machines.close();
  }
}

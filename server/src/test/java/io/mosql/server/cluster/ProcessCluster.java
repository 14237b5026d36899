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
 * Three servers, {@code n1} to {@code n3}, each a process of mosql.jar, with a proxy in each link
 * and before each door. They checkpoint often and keep little log, so that who was away for a
 * moment may need a checkpoint of another one. Processes may be told what to do by one thread;
 * connections are for all.
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
   * Plans it; starts nothing.
   *
   * @param settings of each server, as on its command line
   */
  ProcessCluster(Path directory, int nodes, List<String> settings) throws IOException {
    this.directory = directory;
    this.settings = List.copyOf(settings);
    Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    this.machines = TestCluster.plan(directory, nodes, List.of(CLIENTS), this::command);
  }

  /** Keeps the data of a node that was never started somewhere else. */
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

  /** Where nodes reach each other, and, by the proxies before their doors, clients them. */
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

  /** Links, pauses and the like. */
  TestCluster machines() {
    return machines;
  }

  LinkProxy door(String id) {
    return machines.clientLink(id, CLIENTS);
  }

  /**
   * Sets the time of a node that runs, which counts from its right time; returns when it is set.
   */
  void setClock(String id, Duration off) throws IOException, InterruptedException {
    TestProcess process = machines.process(id);
    // Told apart from all that was said before.
    String line = off.toMillis() + " " + System.nanoTime();
    process.tell(line);
    process.awaitLine(Pattern.compile("^clock is off by " + line + "$"), START_TIME);
  }

  /** Starts a node; returns at once. */
  void start(String id) throws IOException {
    machines.start(id);
  }

  /** Starts whoever is down, and returns when all are ready. */
  void startAll() throws IOException, InterruptedException {
    machines.startAll();
    for (String id : ids()) {
      awaitReady(id);
    }
  }

  void awaitReady(String id) throws IOException, InterruptedException {
    machines.process(id).awaitLine(READY, START_TIME);
  }

  /** Takes all that a node has, which does not run and was removed: it joins when it is started. */
  void wipe(String id) throws IOException {
    joining.add(id);
    try (Stream<Path> files = Files.walk(data(id))) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Runs a statement of an administrator. */
  void run(String sql) throws SQLException {
    try (Connection connection = connect(Map.of());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Whether a query has a row. */
  boolean finds(String query) throws SQLException {
    try (Connection connection = connect(Map.of())) {
      return text(connection, query) != null;
    }
  }

  /** A connection that goes where the driver finds best. */
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

  /** A connection that reads what this node holds, be it old. */
  Connection connectTo(String id) throws SQLException {
    // One that leads sends those who prefer a replica on to another node.
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

  /** Whether this node lets clients in, and has a row to show for a query. */
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

  /** The node that leads the database of the clients; null when nobody says so. */
  @Nullable String leader() {
    try (Connection connection = connect(Map.of("failoverTimeout", "10"))) {
      return text(connection, "select node from mosql.cluster where leader");
    } catch (SQLException e) {
      return null;
    }
  }

  /** Writes several times what a log keeps, with checkpoints. */
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

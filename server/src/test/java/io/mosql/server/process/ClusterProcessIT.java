package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.Checkout;
import io.mosql.testkit.Shard;
import io.mosql.testkit.cluster.NodeLaunchConfig;
import io.mosql.testkit.cluster.TestCluster;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a cluster of three servers, each started from its jar, through the driver. */
@Shard(index = 3, of = 6)
@Timeout(300)
final class ClusterProcessIT {
  private static final String DOOR = "door";
  private static final Duration WITHIN = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("Ready in .*");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private TestCluster cluster;

  @BeforeEach
  void start() throws Exception {
    Files.writeString(directory.resolve("password"), "secret");
    cluster = TestCluster.plan(directory, 3, List.of(DOOR), this::command);
    startAll();
  }

  private void startAll() throws Exception {
    cluster.startAll();
    for (String id : cluster.ids()) {
      cluster.process(id).awaitLine(READY, WITHIN);
    }
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private List<String> command(NodeLaunchConfig plan) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        plan.hostsOption(),
        "-jar",
        Checkout.mosqlJar().toString(),
        "server",
        "--data-directory",
        plan.directory().resolve("data").toString(),
        "--port",
        Integer.toString(plan.port(DOOR)),
        "--admin-port",
        "-1",
        "--password-file",
        directory.resolve("password").toString(),
        "--node-id",
        plan.id(),
        "--peers",
        peers(plan));
  }

  /** The peers setting, with the address for clients of each node. */
  private String peers(NodeLaunchConfig plan) {
    return plan.peerPorts().keySet().stream()
        .sorted()
        .map(id -> id + "=" + id + ":" + plan.peerPorts().get(id) + "@" + door(id))
        .collect(Collectors.joining(","));
  }

  private String door(String id) {
    InetSocketAddress address = cluster.clientLink(id, DOOR).address();
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private Connection connect() throws SQLException {
    String hosts = cluster.ids().stream().map(this::door).collect(Collectors.joining(","));
    Properties properties = new Properties();
    properties.setProperty("user", "admin");
    properties.setProperty("password", "secret");
    return DriverManager.getConnection("jdbc:mosql://" + hosts + "/mosql", properties);
  }

  @Test
  void clientsContinueAfterTheLeaderIsKilled() throws Exception {
    try (Connection client = connect();
        Statement statement = client.createStatement()) {
      statement.execute("create table t (id int primary key)");
      insert(statement, 0, 20);
      String leader = leader(statement);
      cluster.kill(leader);
      insert(statement, 20, 40);
      assertThat(leader(statement)).isNotEqualTo(leader);
      cluster.start(leader).awaitLine(READY, WITHIN);
      awaitCaughtUp(statement, leader);
      insert(statement, 40, 50);
      assertThat(rows(statement, "select count(*), max(id) from t")).containsExactly("50 49");
    }
    for (String id : cluster.ids()) {
      assertThat(cluster.stop(id, WITHIN)).isZero();
    }
    startAll();
    try (Connection client = connect();
        Statement statement = client.createStatement()) {
      assertThat(rows(statement, "select count(*), max(id) from t")).containsExactly("50 49");
    }
  }

  private static void insert(Statement statement, int from, int to) throws SQLException {
    for (int id = from; id < to; id++) {
      assertThat(statement.executeUpdate("insert into t values (" + id + ")")).isEqualTo(1);
    }
  }

  private static String leader(Statement statement) throws SQLException {
    return rows(statement, "select node from mosql.cluster where leader").get(0);
  }

  private static void awaitCaughtUp(Statement statement, String node) throws SQLException {
    long end = System.nanoTime() + WITHIN.toNanos();
    String sql = "select count(*) from mosql.cluster where node = '" + node + "' and lag = 0";
    while (!rows(statement, sql).equals(List.of("1"))) {
      assertThat(System.nanoTime()).as(node + " has caught up").isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  private static List<String> rows(Statement statement, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          values.add(result.getString(i));
        }
        rows.add(String.join(" ", values));
      }
    }
    return rows;
  }
}

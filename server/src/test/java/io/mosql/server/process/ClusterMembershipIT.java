package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.mosql.server.Checkout;
import io.mosql.testkit.Shard;
import io.mosql.testkit.cluster.FreePorts;
import io.mosql.testkit.cluster.TestProcess;
import java.io.IOException;
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
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test in which a server, started from its jar, is extended to three nodes and reduced to one
 * again, and keeps all rows at each step.
 */
@Shard(index = 5, of = 6)
@Timeout(300)
final class ClusterMembershipIT {
  private static final Duration WITHIN = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("Ready in .*");
  private static final String MEMBERS =
      "select concat_ws(' ', node, role, leader, lag, last_contact_millis, failure)"
          + " from mosql.cluster";
  private static final String NODES =
      "select concat_ws(' ', node, role, state, pending) from mosql.nodes";
  private static final Pattern REMOVED = Pattern.compile("this node was removed from the cluster");

  @TempDir private Path directory;
  private final Map<String, TestProcess> processes = new TreeMap<>();
  private int[] ports = {};

  @BeforeEach
  void choosePorts() throws IOException {
    Files.writeString(directory.resolve("password"), "secret");
    ports = new int[6];
    for (int i = 0; i < ports.length; i++) {
      ports[i] = FreePorts.next();
    }
  }

  @AfterEach
  void end() {
    processes.values().forEach(TestProcess::close);
  }

  private int door(String node) {
    return ports[node.charAt(1) - '1'];
  }

  /** Settings of a single-node cluster. */
  private List<String> asNode(String node, String... more) {
    List<String> options =
        new ArrayList<>(
            List.of("--node-id", node, "--peers", node + "=127.0.0.1:" + door(node, 3)));
    options.addAll(List.of(more));
    return options;
  }

  private int door(String node, int offset) {
    return ports[node.charAt(1) - '1' + offset];
  }

  private TestProcess start(String node, List<String> options) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "server",
                "--data-directory",
                directory.resolve(node).toString(),
                "--port",
                Integer.toString(door(node)),
                "--admin-port",
                "-1",
                "--password-file",
                directory.resolve("password").toString()));
    arguments.addAll(options);
    TestProcess process = run(node, arguments);
    process.awaitLine(READY, WITHIN);
    return process;
  }

  private TestProcess process(String node) {
    return Objects.requireNonNull(processes.get(node), node);
  }

  private TestProcess run(String name, List<String> arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                Checkout.mosqlJar().toString()));
    command.addAll(arguments);
    TestProcess process =
        TestProcess.start(
            command,
            Map.of("MOSQL_PASSWORD", "secret"),
            directory,
            directory.resolve(name + ".out"));
    processes.put(name, process);
    return process;
  }

  private String url() {
    return "jdbc:mosql://127.0.0.1:" + ports[0] + ",127.0.0.1:" + ports[1] + "/mosql";
  }

  private Connection connect() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "admin");
    properties.setProperty("password", "secret");
    return DriverManager.getConnection(url(), properties);
  }

  private List<String> query(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(result.getString(1));
      }
      return rows;
    }
  }

  private void change(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private void awaitRows(String sql, String... expected) throws SQLException {
    long end = System.nanoTime() + WITHIN.toNanos();
    List<String> rows = query(sql);
    while (!rows.equals(List.of(expected))) {
      if (System.nanoTime() > end) {
        fail("%s gives %s; members %s, nodes %s", sql, rows, query(MEMBERS), query(NODES));
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      rows = query(sql);
    }
  }

  private void cli(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("cluster"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--url", url()));
    TestProcess process = run("cli", all);
    assertThat(process.awaitExit(WITHIN)).as(String.valueOf(process.lines())).isZero();
  }

  @Test
  void oneBecomesThreeAndOneAgain() throws Exception {
    TestProcess first = start("n1", List.of());
    change("create table t (id int primary key)", "insert into t values (1), (2)");
    assertThat(first.stop(WITHIN)).isZero();

    start("n1", asNode("n1"));
    assertThat(query("select count(*) from t")).containsExactly("2");
    String join = "n1=127.0.0.1:" + door("n1");
    start("n2", asNode("n2", "--join", join));
    cli("add", "n3", "127.0.0.1:" + door("n3", 3), "--listener");
    start("n3", asNode("n3", "--join", join));
    awaitRows(
        "select node || ' ' || state from mosql.nodes order by node",
        "n1 member",
        "n2 member",
        "n3 member");
    cli("listener", "n3", "--off");
    awaitRows(
        "select node from mosql.cluster where lag = 0 and role <> 'listener' order by node",
        "n1",
        "n2",
        "n3");
    change("insert into t values (3)");
    cli("transfer", "n2");
    awaitRows("select node from mosql.cluster where leader", "n2");
    change("insert into t values (4)");

    cli("remove", "n3");
    process("n3").awaitLine(REMOVED, WITHIN);
    assertThat(process("n3").awaitExit(WITHIN)).isEqualTo(1);
    cli("remove", "n2");
    process("n2").awaitLine(REMOVED, WITHIN);
    awaitRows("select node from mosql.cluster", "n1");
    change("insert into t values (5)");
    assertThat(process("n1").stop(WITHIN)).isZero();

    start("n1", List.of("--leave-cluster", "true"));
    assertThat(query("select count(*) from t")).containsExactly("5");
    assertThat(query("select node from mosql.nodes")).isEmpty();
    change("insert into t values (6)");
  }
}

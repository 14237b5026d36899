package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.Checkout;
import io.mosql.testkit.Shard;
import io.mosql.testkit.cluster.FreePorts;
import io.mosql.testkit.cluster.TestProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of servers on non-local host names, so that all communication between them and with clients
 * is encrypted and authenticated. The hosts are names for 127.0.0.1 that only processes with a
 * hosts file resolve.
 */
@Shard(index = 2, of = 6)
@Timeout(300)
final class ClusterTlsIT {
  private static final Duration WITHIN = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("Ready in .*");
  private static final Pattern OVER_TLS = Pattern.compile("Listening on .*, TLS");

  @TempDir private Path directory;
  private final Map<String, TestProcess> processes = new HashMap<>();
  private final Map<String, Integer> doors = new HashMap<>();
  private final Map<String, Integer> peerPorts = new HashMap<>();
  private int commands;

  @BeforeEach
  void makeCertificates() throws Exception {
    for (String node : List.of("n1", "n2", "n3", "n4")) {
      for (Map<String, Integer> ports : List.of(doors, peerPorts)) {
        ports.put(node, FreePorts.next());
      }
    }
    Files.writeString(directory.resolve("password"), "secret");
    certify("ca", "n1", "n2", "n3");
    certify("foreign", "n4");
  }

  @AfterEach
  void end() {
    processes.values().forEach(TestProcess::close);
  }

  private static String host(String node) {
    return "db-" + node + ".example";
  }

  private void certify(String authority, String... nodes) throws Exception {
    List<String> words = new ArrayList<>(List.of("certs", "--dir", path(authority)));
    for (String node : nodes) {
      words.addAll(List.of("--node", node + "=" + host(node)));
    }
    assertThat(said(0, List.of(), words.toArray(String[]::new))).isNotEmpty();
  }

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  /** Starts mosql.jar with these host names only. */
  private TestProcess run(String name, List<String> nodes, String... words) throws IOException {
    Path hosts = directory.resolve(name + ".hosts");
    Files.writeString(
        hosts,
        Stream.concat(Stream.of("localhost"), nodes.stream().map(ClusterTlsIT::host))
            .map(host -> "127.0.0.1 " + host + "\n")
            .collect(Collectors.joining()));
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Djdk.net.hosts.file=" + hosts,
                "-jar",
                Checkout.mosqlJar().toString()));
    command.addAll(Arrays.asList(words));
    TestProcess process =
        TestProcess.start(
            command,
            Map.of("MOSQL_PASSWORD", "secret"),
            directory,
            directory.resolve(name + ".out"));
    processes.put(name, process);
    return process;
  }

  /** Executes a command until its end; returns its output. */
  private List<String> said(int code, List<String> nodes, String... words) throws Exception {
    TestProcess process = run("command-" + commands++, nodes, words);
    assertThat(process.awaitExit(WITHIN)).as(String.valueOf(process.lines())).isEqualTo(code);
    return process.lines();
  }

  private TestProcess server(String node, String authority, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "server",
                "--data-directory",
                path(node),
                "--host",
                host(node),
                "--port",
                String.valueOf(doors.get(node)),
                "--admin-port",
                "-1",
                "--password-file",
                path("password"),
                "--tls-certificate",
                path(authority + "/" + node + ".pem"),
                "--tls-key",
                path(authority + "/" + node + "-key.pem"),
                "--peer-certificate",
                path(authority + "/" + node + ".pem"),
                "--peer-key",
                path(authority + "/" + node + "-key.pem"),
                "--peer-ca",
                path(authority + "/ca.pem"),
                "--node-id",
                node,
                "--peers",
                node + "=" + host(node) + ":" + peerPorts.get(node)));
    words.addAll(List.of(more));
    return run(node, List.of("n1", "n2", "n3", "n4"), words.toArray(String[]::new));
  }

  private String url(String node, String authority) {
    return "jdbc:mosql://"
        + host(node)
        + ":"
        + doors.get(node)
        + "/mosql?sslrootcert="
        + path(authority + "/ca.pem");
  }

  /** Returns one column of a query, without its heading, from a client with these host names. */
  private List<String> query(List<String> nodes, String url, String sql) throws Exception {
    List<String> lines =
        said(0, nodes, "sql", url, "--user", "admin", "--format", "csv", "-c", sql);
    return lines.stream().skip(1).toList();
  }

  private void join(String node) throws Exception {
    TestProcess process = server(node, "ca", "--join", url("n1", "ca"));
    process.awaitLine(READY, WITHIN);
    long end = System.nanoTime() + WITHIN.toNanos();
    String there =
        "select count(*) from mosql.cluster where role <> 'listener' and node = '" + node + "'";
    while (!query(List.of("n1"), url("n1", "ca"), there).equals(List.of("1"))) {
      assertThat(System.nanoTime()).as(node + " does not vote").isLessThan(end);
    }
  }

  @Test
  void nodesJoinAndHandSessionsOnByCertificates() throws Exception {
    List<String> first = List.of("n1");
    TestProcess founder = server("n1", "ca");
    founder.awaitLine(OVER_TLS, WITHIN);
    founder.awaitLine(READY, WITHIN);
    join("n2");
    join("n3");
    query(first, url("n1", "ca"), "create table t (id int primary key); insert into t values (7)");

    // This client reaches one follower only; its session nevertheless runs at the leader.
    String forwarded = url("n2", "ca") + "&forwarding=always&failoverTimeout=0";
    List<String> second = List.of("n2");
    assertThat(query(second, forwarded, "select node from mosql.cluster where here"))
        .containsExactly("n1");
    assertThat(query(second, forwarded, "insert into t values (8); select id from t order by id"))
        .endsWith("7", "8");

    // A client with another trust anchor cannot connect, and a certificate of another authority is
    // refused for a node.
    assertThat(said(1, first, "sql", url("n1", "foreign"), "--user", "admin", "-c", "select 1"))
        .anyMatch(line -> line.contains("08001"));
    TestProcess stranger = server("n4", "foreign", "--join", url("n1", "ca"));
    long end = System.nanoTime() + Duration.ofSeconds(8).toNanos();
    while (stranger.isAlive() && System.nanoTime() - end < 0) {
      assertThat(query(first, url("n1", "ca"), "select node from mosql.cluster order by node"))
          .containsExactly("n1", "n2", "n3");
    }
    assertThat(stranger.lines()).noneMatch(line -> READY.matcher(line).find());
    query(first, url("n1", "ca"), "alter cluster remove node 'n4'");

    assertThat(founder.stop(WITHIN)).isZero();
    assertThat(
            query(
                List.of("n2", "n3"),
                url("n2", "ca"),
                "insert into t values (9); select count(*) from t"))
        .endsWith("3");
  }
}

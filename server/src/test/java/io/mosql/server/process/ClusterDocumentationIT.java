package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.server.Checkout;
import io.mosql.testkit.Shard;
import io.mosql.testkit.cluster.FreePorts;
import io.mosql.testkit.cluster.TestProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test that executes all commands of docs/cluster.md, taken from its text, with other ports and
 * directories.
 */
@Shard(index = 4, of = 6)
@Timeout(300)
final class ClusterDocumentationIT {
  private static final Duration WITHIN = Duration.ofSeconds(60);
  private static final Pattern READY = Pattern.compile("Ready in .*");
  private static final Pattern PASSWORD = Pattern.compile("Password of admin: (\\S+) .*");
  private static final Pattern REMOVED = Pattern.compile("this node was removed from the cluster");
  private static final Pattern COMMAND =
      Pattern.compile("^(\\./mosql .*?)(?: &)?$|`(\\./mosql [^`]+)`", Pattern.MULTILINE);
  private static final String SILENT = "7450";
  private static final Pattern PORT = Pattern.compile("74[45][0-9]");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private Path directory;

  private final List<String> commands = new ArrayList<>();
  private final Map<String, TestProcess> processes = new TreeMap<>();
  private final Map<String, String> ports = new HashMap<>();
  private String peers = "";
  private String password = "";

  @BeforeEach
  void read() throws IOException {
    String text = Files.readString(Checkout.root().resolve("docs/cluster.md"));
    Matcher assigned = Pattern.compile("^PEERS=(.*)$", Pattern.MULTILINE).matcher(text);
    assertThat(assigned.find()).isTrue();
    peers = assigned.group(1);
    COMMAND
        .matcher(text)
        .results()
        .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
        .forEach(commands::add);
    // And an address without a listener.
    choosePorts(
        Stream.concat(PORT.matcher(text).results().map(MatchResult::group), Stream.of(SILENT))
            .distinct()
            .toList());
  }

  private void choosePorts(List<String> named) {
    for (String each : named) {
      ports.put(each, Integer.toString(FreePorts.next()));
    }
  }

  @AfterEach
  void end() {
    processes.values().forEach(TestProcess::close);
  }

  /** Takes the first command with this beginning that was not executed yet. */
  private String take(String beginning) {
    for (String each : commands) {
      if (each.startsWith(beginning)) {
        commands.remove(each);
        return each;
      }
    }
    throw new AssertionError("the document has no more of: " + beginning + "; left: " + commands);
  }

  private String here(String text) {
    return PORT.matcher(text)
        .replaceAll(found -> ports.get(found.group()))
        .replace("/tmp/", directory + "/");
  }

  private TestProcess run(String name, String command) throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                Checkout.mosqlJar().toString()));
    String[] words = here(command.replace("$PEERS", peers)).split(" ");
    all.addAll(List.of(words).subList(1, words.length));
    TestProcess process =
        TestProcess.start(
            all,
            password.isEmpty() ? Map.of() : Map.of("MOSQL_PASSWORD", password),
            directory,
            directory.resolve(name + ".out"));
    processes.put(name, process);
    return process;
  }

  private TestProcess serve(String node, String command) throws Exception {
    TestProcess process = run(node, command);
    process.awaitLine(READY, WITHIN);
    return process;
  }

  /** Executes a command until its end; returns its output. */
  private List<String> call(String command) throws Exception {
    TestProcess process = run("call", command);
    assertThat(process.awaitExit(WITHIN)).as(command + ": " + process.lines()).isZero();
    return process.lines();
  }

  private TestProcess process(String node) {
    return Objects.requireNonNull(processes.get(node), node);
  }

  private static Optional<String> printed(List<String> lines) {
    return lines.stream()
        .map(PASSWORD::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** The password printed by the first leader. */
  private String printedPassword() {
    long end = System.nanoTime() + WITHIN.toNanos();
    while (true) {
      for (TestProcess process : processes.values()) {
        Optional<String> found = printed(process.lines());
        if (found.isPresent()) {
          return found.get();
        }
      }
      assertThat(System.nanoTime()).as("a password is printed").isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private void stop(String... nodes) throws Exception {
    for (String node : nodes) {
      assertThat(process(node).stop(WITHIN)).isZero();
    }
  }

  @Test
  void threeNodesByHand() throws Exception {
    for (String node : List.of("n1", "n2", "n3")) {
      run(node, take("./mosql server --node-id " + node));
    }
    for (String node : List.of("n1", "n2", "n3")) {
      process(node).awaitLine(READY, WITHIN);
    }
    password = printedPassword();
    call(take("./mosql sql ") + " -c values(1)");
    assertThat(call(take("./mosql cluster status jdbc:"))).anyMatch(line -> line.contains("n3"));
    stop("n1", "n2", "n3");
  }

  @Test
  void growingShrinkingAndWhatIsLeft() throws Exception {
    Path embedded = directory.resolve("my-database");
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:file:" + embedded);
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key)");
      statement.execute("insert into t values (1), (2), (3)");
    }
    List<String> adopted = call(take("./mosql cluster adopt"));
    password = printed(adopted).orElseThrow();
    grow();
    change();
    shrink();
    // Excluded: commands executed by the other test or by DemoIT, and commands named without
    // arguments.
    take("./mosql server --node-id n1");
    take("./mosql server --node-id n2");
    take("./mosql server --node-id n3");
    take("./mosql sql ");
    take("./mosql cluster status jdbc:");
    take("./mosql cluster demo");
    take("./mosql cluster status URL");
    take("./mosql cluster remove");
    assertThat(commands).isEmpty();
  }

  private void grow() throws Exception {
    serve("n1", take("./mosql server --data-directory /tmp/grow/n1"));
    assertThat(count()).isEqualTo(3);
    serve("n2", take("./mosql server --data-directory /tmp/grow/n2"));
    call(take("./mosql cluster add n3 127.0.0.1:7453 --listener") + url());
    serve("n3", take("./mosql server --data-directory /tmp/grow/n3"));
    assertThat(count()).isEqualTo(3);
  }

  /** Executes the commands of the table, with placeholders replaced. */
  private void change() throws Exception {
    String listener = take("./mosql cluster listener n4 [--off]").replace("n4", "n3");
    call(optional(listener, true) + url());
    call(optional(listener, false) + url());
    call(optional(listener, true) + url());
    String add = take("./mosql cluster add n4 HOST:PORT [--listener]");
    String remove = take("./mosql cluster remove n4");
    for (boolean with : List.of(true, false)) {
      call(optional(add, with).replace("HOST:PORT", "127.0.0.1:" + SILENT) + url());
      call(remove + url());
    }
    String transfer = take("./mosql cluster transfer n2 [--database d]");
    call(optional(transfer, true).replace("--database d", "--database shop") + url());
    call(optional(transfer, false) + url());
    for (String node : List.of("n3", "n2")) {
      call(remove.replace("n4", node) + url());
      process(node).awaitLine(REMOVED, WITHIN);
      assertThat(process(node).awaitExit(WITHIN)).isEqualTo(1);
    }
  }

  private static String optional(String command, boolean with) {
    return with ? command.replaceAll("[\\[\\]]", "") : command.replaceAll(" \\[[^]]*\\]", "");
  }

  private void shrink() throws Exception {
    stop("n1");
    serve("n1", take("./mosql server --data-directory /tmp/grow/n1"));
    assertThat(count()).isEqualTo(3);
    stop("n1");
  }

  private String url() {
    return " --url " + address("mosql");
  }

  private String address(String database) {
    return "jdbc:mosql://127.0.0.1:7441,127.0.0.1:7442/" + database;
  }

  private int count() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(here(address("shop")), "admin", password);
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("select count(*) from t")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}

package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.server.Checkout;
import io.mosql.testkit.Sampled;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the server process: started from its jar, stopped by signals. */
@Sampled(percent = 25, methods = true)
@Timeout(180)
final class ServerProcessIT {
  private static final Pattern PASSWORD = Pattern.compile("Password of admin: (\\S+) .*");
  private static final Pattern ADDRESS = Pattern.compile("Listening on (\\S+:\\d+).*");
  private static final Pattern ADMIN = Pattern.compile("Health, metrics and console on (\\S+)");

  @TempDir private Path directory;
  private final List<Running> started = new ArrayList<>();
  private String password = "";

  @AfterEach
  void stop() {
    started.forEach(server -> server.process.destroyForcibly());
  }

  /** Running server process with its output. */
  private static final class Running {
    private final Process process;
    private final Path log;
    private final List<String> said = new ArrayList<>();

    Running(Process process, Path log) {
      this.process = process;
      this.log = log;
    }

    /** Reads the output until the server is ready or has ended. */
    void awaitReady() throws IOException {
      BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        said.add(line);
        if (line.startsWith("Ready in")) {
          return;
        }
      }
    }

    @Nullable String printed(Pattern pattern) {
      return said.stream()
          .map(pattern::matcher)
          .filter(Matcher::matches)
          .map(match -> match.group(1))
          .findFirst()
          .orElse(null);
    }

    String log() throws IOException {
      return Files.readString(log);
    }

    int exitCode() throws InterruptedException {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    }
  }

  private Running launch(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                Checkout.mosqlJar().toString(),
                "server",
                "--data-directory",
                directory.resolve("data").toString(),
                "--port",
                "0",
                "--admin-port",
                "0"));
    command.addAll(List.of(arguments));
    Path log = directory.resolve("server-" + started.size() + ".log");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("MOSQL_"));
    Running running = new Running(builder.start(), log);
    started.add(running);
    running.awaitReady();
    String printed = running.printed(PASSWORD);
    password = printed == null ? password : printed;
    return running;
  }

  private Connection connect(Running server) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "admin");
    properties.setProperty("password", password);
    return DriverManager.getConnection(
        "jdbc:mosql://" + server.printed(ADDRESS) + "/mosql", properties);
  }

  private static int count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from t")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static int status(Running server, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(server.printed(ADMIN) + path)).build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  @Test
  void keepsItsDataAndStopsOnRequest() throws Exception {
    Running server = launch();
    assertThat(Files.readString(directory.resolve("data/mosql.pid")).strip())
        .isEqualTo(Long.toString(server.process.pid()));
    assertThat(status(server, "health")).isEqualTo(200);
    assertThat(status(server, "ready")).isEqualTo(200);
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key)");
      statement.execute("insert into t values (1), (2)");
    }
    server.process.destroy();
    assertThat(server.exitCode()).isZero();
    assertThat(directory.resolve("data/mosql.pid")).doesNotExist();
    Running again = launch();
    assertThat(again.printed(PASSWORD)).isNull();
    try (Connection connection = connect(again)) {
      assertThat(count(connection)).isEqualTo(2);
    }
    assertThat(server.log() + again.log()).contains("logged in").doesNotContain(password);
  }

  @Test
  void lossOfTheProcessLosesNothingThatWasAcknowledged() throws Exception {
    Running server = launch();
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key)");
      for (int i = 0; i < 20; i++) {
        statement.execute("insert into t values (" + i + ")");
      }
      server.process.destroyForcibly().waitFor();
    }
    try (Connection connection = connect(launch())) {
      assertThat(count(connection)).isEqualTo(20);
    }
  }

  @Test
  void aTransactionMayEndWhileItStopsAndIdleSessionsAreSentAway() throws Exception {
    Running server = launch();
    try (Connection idle = connect(server);
        Connection busy = connect(server);
        Statement statement = busy.createStatement()) {
      statement.execute("create table t (id int primary key)");
      busy.setAutoCommit(false);
      statement.execute("insert into t values (1)");
      server.process.destroy();
      assertThatThrownBy(
              () -> {
                while (true) {
                  count(idle);
                }
              })
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isIn("57P01", "08006"));
      statement.execute("insert into t values (2)");
      busy.commit();
    }
    assertThat(server.exitCode()).isZero();
    try (Connection connection = connect(launch())) {
      assertThat(count(connection)).isEqualTo(2);
    }
  }

  @Test
  void aSecondSignalStopsAtOnce() throws Exception {
    Running server = launch("--drain-seconds", "600");
    try (Connection busy = connect(server);
        Statement statement = busy.createStatement()) {
      statement.execute("create table t (id int primary key)");
      busy.setAutoCommit(false);
      statement.execute("insert into t values (1)");
      server.process.destroy();
      while (!server.log().contains("draining")) {
        Thread.onSpinWait();
      }
      assertThat(server.process.isAlive()).isTrue();
      server.process.destroy();
      assertThat(server.exitCode()).isEqualTo(1);
    } catch (SQLException e) {
      // The connection was closed by the server.
    }
    try (Connection connection = connect(launch())) {
      assertThat(count(connection)).isZero();
    }
  }

  @Test
  void twoServersCannotHaveOneDirectory() throws Exception {
    launch();
    Running second = launch();
    assertThat(second.exitCode()).isEqualTo(1);
    assertThat(second.log()).contains("another process");
    assertThat(directory.resolve("data/mosql.pid")).exists();
  }

  @Test
  void badSettingsAreRefusedBeforeAnythingIsMade() throws Exception {
    Running server = launch("--host", "0.0.0.0");
    assertThat(server.exitCode()).isEqualTo(2);
    assertThat(server.log()).contains("host = 0.0.0.0 is not a loopback address");
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void settingsAreShownWithWhereTheyStand() throws Exception {
    Path file = directory.resolve("mosql.conf");
    Files.writeString(file, "drain-seconds = 7\nlog-format = json\n");
    Running server = launch("--config", file.toString(), "--check-config");
    assertThat(server.exitCode()).isZero();
    assertThat(server.said)
        .contains("drain-seconds = 7    # " + file + ":1", "port = 0    # --port");
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void theOwnerOfTheDirectoryCanSetAPassword() throws Exception {
    Running server = launch();
    Path file = Files.writeString(directory.resolve("password"), "another one\n");
    String old = password;
    assertThat(
            run("passwd", directory.resolve("data").toString(), "--password-file", file.toString()))
        .as("while the server runs")
        .isEqualTo(1);
    server.process.destroy();
    assertThat(server.exitCode()).isZero();
    assertThat(
            run("passwd", directory.resolve("data").toString(), "--password-file", file.toString()))
        .isZero();
    Running again = launch();
    assertThatThrownBy(() -> connect(again))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
    assertThat(password).isEqualTo(old);
    password = "another one";
    connect(again).close();
  }

  private static int run(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Checkout.mosqlJar().toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  @Test
  void passwordsInStatementsAreNowhereInWhatItWrites() throws Exception {
    String canary = "Canary-51d0e8";
    Path audit = directory.resolve("audit.log");
    Running server =
        launch(
            "--log-level",
            "debug",
            "--slow-statement-millis",
            "0",
            "--audit-file",
            audit.toString());
    int refused = 0;
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      for (String sql :
          List.of(
              "create user ann password 'SECRET'",
              "create user ann password 'SECRET'",
              "alter user absent password 'SECRET'",
              "create usr eve password 'SECRET'",
              "create user eve password SECRET",
              "create user eve password 'SECRET",
              "create user eve identified by 'SECRET'",
              "alter user ann password 'SECRET' nonsense",
              "set password = 'SECRET'",
              "explain create user eve password 'SECRET'")) {
        try {
          statement.execute(sql.replace("SECRET", canary));
        } catch (SQLException e) {
          refused++;
          assertThat(e.getMessage()).doesNotContain(canary);
        }
      }
    }
    assertThat(refused).isPositive();
    String metrics =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(URI.create(server.printed(ADMIN) + "metrics")).build(),
                BodyHandlers.ofString())
            .body();
    server.process.destroy();
    assertThat(server.exitCode()).isZero();
    assertThat(server.log()).contains("DEBUG").doesNotContain(canary);
    assertThat(Files.readString(audit)).contains("ann").doesNotContain(canary);
    assertThat(metrics).contains("mosql").doesNotContain(canary);
    assertThat(server.said).noneMatch(line -> line.contains(canary));
  }

  @Test
  void theLogMayBeJsonAndTheAuditAFileOfItsOwn() throws Exception {
    Path audit = directory.resolve("audit.log");
    Running server = launch("--log-format", "json", "--audit-file", audit.toString());
    connect(server).close();
    server.process.destroy();
    assertThat(server.exitCode()).isZero();
    assertThat(server.log().lines()).isNotEmpty().allMatch(line -> line.startsWith("{"));
    assertThat(Files.readAllLines(audit))
        .anyMatch(line -> line.contains("\"LOGIN\"") && line.contains("admin"))
        .noneMatch(line -> line.contains(password));
    assertThat(server.log()).doesNotContain("LOGIN");
  }
}

package io.mosql.server.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Shard;
import io.mosql.testkit.cluster.TestProcess;
import java.io.IOException;
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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of a server with 128 MB of heap and twenty sessions that exceed it by messages, responses,
 * values and statements: each receives rows or an error for its cause, and other sessions are
 * served at all times.
 */
@Shard(index = 0, of = 3)
@Timeout(600)
final class HostileSessionsTest {
  private static final int SESSIONS = 20;
  private static final int TURNS = 8;
  private static final String PASSWORD = "a password";

  /** Expected results: rows, out of memory, timeout, too long, too complex, duplicate key. */
  private static final Set<String> FATES =
      Set.of("rows", "53200", "57014", "54000", "54001", "23505", "40001");

  private static final List<Hostile> HOSTILE = new ArrayList<>();

  static {
    String large = "x".repeat(9_000_000);
    String wide = "\u20ac".repeat(4_000_000);
    query("SELECT length(?)", large);
    query("SELECT length(?)", wide);
    query("INSERT INTO big VALUES (random() * 1000000000, ?)", large);
    query("SELECT ? || i FROM generate_series(1, 50) g (i)", "x".repeat(1_000_000));
    query("SELECT length('" + large + "')");
    query("SELECT length('" + wide + "')");
    query("SELECT 1" + " ".repeat(20_000_000));
    query("SELECT " + parts(40, ", ", "repeat('%d', 4000000)"));
    query("SELECT repeat('\u20ac', 3000000) FROM t");
    query("SELECT lpad(b, 3500000, '\u20ac') FROM t");
    query("SELECT normalize(repeat('\ufdfa', 400000), NFKD)");
    query("SELECT encode(CAST(repeat('x', 2000000) AS BYTEA), 'hex') FROM t");
    query("SELECT upper(repeat('\u00df', 1500000)) FROM t");
    query("SELECT replace(repeat('a', 1000000), 'a', 'bbb') FROM t");
    query("SELECT regexp_replace(repeat('ab', 500000), '(a)(b)', '\\2\\1\\2\\1', 'g') FROM t");
    query("SELECT a, repeat(b, 20000) AS large FROM t ORDER BY large");
    query("SELECT json_agg(y.b) FROM t x, t y");
    query("SELECT jsonb_array_length(CAST('[' || repeat('{},', 800000) || '1]' AS JSONB))");
    query("SELECT count(DISTINCT x.b || y.b) FROM t x, t y");
    query("SELECT count(*) FROM t WHERE b IN (" + parts(50_000, ", ", "'x%d'") + ")");
    query("SELECT count(*) FROM (VALUES " + parts(40_000, ", ", "(%d, 'v')") + ") v (x, y)");
    query("SELECT sum(i) OVER (ORDER BY i) FROM generate_series(1, 1000000) g (i)");
    HOSTILE.add(HostileSessionsTest::batch);
    HOSTILE.add(HostileSessionsTest::cursors);
  }

  /** Action of a session. */
  @FunctionalInterface
  private interface Hostile {
    void run(Connection connection) throws SQLException;
  }

  private static String parts(int count, String between, String each) {
    return IntStream.range(0, count).mapToObj(each::formatted).collect(Collectors.joining(between));
  }

  private static void query(String sql, @Nullable Object... parameters) {
    HOSTILE.add(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
              statement.setObject(i + 1, parameters[i]);
            }
            statement.setFetchSize(1_000);
            if (statement.execute()) {
              ResultSet rows = statement.getResultSet();
              while (rows.next()) {
                rows.getObject(1);
              }
            }
          }
        });
  }

  private static void batch(Connection connection) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO big VALUES (?, ?)")) {
      Random random = new Random();
      for (int i = 0; i < 40; i++) {
        insert.setInt(1, random.nextInt());
        insert.setString(2, "y".repeat(500_000));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static void cursors(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    List<Statement> open = new ArrayList<>();
    try {
      for (int i = 0; i < 100; i++) {
        PreparedStatement statement =
            connection.prepareStatement("SELECT ? || b FROM t ORDER BY b");
        open.add(statement);
        statement.setString(1, "z".repeat(500_000));
        statement.setFetchSize(1);
        statement.executeQuery();
      }
    } finally {
      for (Statement statement : open) {
        statement.close();
      }
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  @Test
  void endWithErrorsAndNotWithTheServer(@TempDir Path directory) throws Exception {
    Path password = directory.resolve("password");
    Files.writeString(password, PASSWORD);
    try (TestProcess server = start(directory, password)) {
      String url =
          "jdbc:mosql://127.0.0.1:"
              + server
                  .awaitLine(Pattern.compile("Listening on .*:(\\d+)"), Duration.ofMinutes(2))
                  .group(1)
              // The subject is memory, so a busy machine may take long for a login.
              + "/mosql?connectTimeout=120";
      try (Connection connection = connect(url);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE t (id INT PRIMARY KEY, a INT, b TEXT)");
        statement.execute("CREATE TABLE big (id BIGINT PRIMARY KEY, b TEXT)");
        statement.execute(
            "INSERT INTO t SELECT i, i * 7919 % 1009, 'a text that takes some room ' || i"
                + " FROM generate_series(1, 2000) g (i)");
      }
      Queue<String> fates = new ConcurrentLinkedQueue<>();
      List<Thread> sessions = new ArrayList<>();
      for (int i = 0; i < SESSIONS; i++) {
        Random random = new Random(i);
        sessions.add(new Thread(() -> fates.addAll(session(url, random))));
      }
      sessions.forEach(Thread::start);
      while (sessions.stream().anyMatch(Thread::isAlive)) {
        assertServed(url);
      }
      assertThat(fates).hasSize(SESSIONS * TURNS).isSubsetOf(FATES).contains("53200");
      assertServed(url);
      assertThat(server.isAlive()).isTrue();
    }
  }

  private static TestProcess start(Path directory, Path password) throws IOException {
    return TestProcess.start(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseG1GC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Xmx128m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.mosql.server.Cli",
            "server",
            "--data-directory",
            directory.resolve("data").toString(),
            "--password-file",
            password.toString(),
            "--port",
            "0",
            "--admin-port",
            "-1"),
        Map.of(),
        directory,
        directory.resolve("output"));
  }

  private static Connection connect(String url) throws SQLException {
    return DriverManager.getConnection(url, "admin", PASSWORD);
  }

  private static List<String> session(String url, Random random) {
    List<Hostile> turns = new ArrayList<>(HOSTILE);
    Collections.shuffle(turns, random);
    List<String> fates = new ArrayList<>();
    try (Connection connection = connect(url)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET query_timeout = 3000");
      }
      for (Hostile turn : turns.subList(0, TURNS)) {
        fates.add(fate(connection, turn));
      }
    } catch (SQLException e) {
      fates.add("the session ended: " + e);
    }
    return fates;
  }

  private static String fate(Connection connection, Hostile turn) {
    try {
      turn.run(connection);
      return "rows";
    } catch (SQLException e) {
      SQLException next = e.getNextException();
      return String.valueOf((next == null ? e : next).getSQLState());
    }
  }

  private static void assertServed(String url) throws SQLException {
    try (Connection connection = connect(url);
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT b FROM t WHERE id BETWEEN 7 AND 9 ORDER BY a")) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      assertThat(texts)
          .containsExactlyInAnyOrder(
              "a text that takes some room 7",
              "a text that takes some room 8",
              "a text that takes some room 9");
    }
  }
}

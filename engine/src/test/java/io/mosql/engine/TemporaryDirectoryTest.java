package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mosql.consensus.local.LogOptions;
import io.mosql.core.files.MemoryDirectory;
import io.mosql.core.port.StorageDirectory;
import io.mosql.core.session.ExecutionOptions;
import io.mosql.core.session.StatementResult;
import io.mosql.engine.database.OpenDatabase;
import io.mosql.storage.commit.StoreOptions;
import io.mosql.testkit.ManualClock;
import io.mosql.testkit.SeededRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The property {@code tempDirectory}: where the rows of statements go that do not fit. */
final class TemporaryDirectoryTest {
  private static final String LARGE =
      "with recursive r (n, t) as (select n, cast(n as varchar(40)) from generate_series(1, 5000) as s(n)"
          + " union select n + 5000, t from r where n <= 5000) select count(*), min(t) from r";

  @TempDir Path directory = Path.of(".");

  private Connection open(String database, Path temporary) throws SQLException {
    return DriverManager.getConnection("jdbc:mosql:" + database + "?tempDirectory=" + temporary);
  }

  private static void limit(Statement statement) throws SQLException {
    statement.execute("set memory_limit = '256KB'");
  }

  private static String spilled(Statement statement, String sql) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (ResultSet lines = statement.executeQuery("explain (analyze, timing off) " + sql)) {
      while (lines.next()) {
        plan.append(lines.getString(1)).append('\n');
      }
    }
    return plan.toString();
  }

  private long entries() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.count();
    }
  }

  @Test
  void aDatabaseInMemorySpillsToIt() throws Exception {
    try (Connection one = open("mem:spills", directory);
        Connection other = open("mem:spills_too", directory);
        Statement first = one.createStatement();
        Statement second = other.createStatement()) {
      for (Statement statement : List.of(first, second)) {
        limit(statement);
        assertThat(spilled(statement, LARGE)).contains("spilled=");
      }
      one.setAutoCommit(false);
      first.setFetchSize(10);
      second.setFetchSize(10);
      String sorted = "select n from generate_series(1, 20000) as s(n) order by mod(n, 77), n";
      try (ResultSet mine = first.executeQuery(sorted);
          ResultSet theirs = second.executeQuery(sorted)) {
        for (int i = 0; i < 20_000; i++) {
          assertThat(mine.next()).isTrue();
          assertThat(theirs.next()).isTrue();
          assertThat(mine.getInt(1)).isEqualTo(theirs.getInt(1));
        }
      }
      first.execute("shutdown");
      second.execute("shutdown");
    }
    assertThat(entries()).isZero();
  }

  @Test
  void withoutItTheErrorSaysHow() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:spills_not");
        Statement statement = connection.createStatement()) {
      limit(statement);
      assertThatThrownBy(() -> statement.executeQuery(LARGE).next())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("53200"))
          .hasMessageContaining("tempDirectory");
      statement.execute("shutdown");
    }
  }

  @Test
  void itMustBeADirectory() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "x");
    for (Path wrong : List.of(file, directory.resolve("none"))) {
      assertThatThrownBy(() -> open("mem:spills_nowhere", wrong))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"))
          .hasMessageContaining("tempDirectory");
    }
  }

  /** A cursor that is open, and has files, when its database closes. */
  private static void closesWithFiles(OpenDatabase database, MemoryDirectory files)
      throws IOException {
    SessionClient client = new SessionClient(database);
    client
        .session()
        .execute(
            client.session().prepare("set memory_limit = '128KB'", List.of()),
            new Object[0],
            ExecutionOptions.DEFAULT);
    client.session().setAutoCommit(false);
    StatementResult.Rows rows =
        (StatementResult.Rows)
            client
                .session()
                .execute(
                    client
                        .session()
                        .prepare(
                            "select n from generate_series(1, 20000) as s(n) order by mod(n, 77)",
                            List.of()),
                    new Object[0],
                    ExecutionOptions.DEFAULT);
    assertThat(rows.next()).isTrue();
    assertThat(files.list()).isNotEmpty();
    database.close();
    assertThat(files.list()).isEmpty();
  }

  private static OpenDatabase.Ports ports(StorageDirectory temporary) {
    return new OpenDatabase.Ports(
            new ManualClock(),
            new SeededRandom(1),
            LogOptions.small(64 << 10),
            StoreOptions.DEFAULT)
        .withTemporary(temporary);
  }

  @Test
  void filesGoWithTheDatabase() throws IOException {
    MemoryDirectory temporary = new MemoryDirectory("temporary");
    closesWithFiles(OpenDatabase.inMemory("test", ports(temporary), () -> {}), temporary);
  }

  @Test
  void aDatabaseInFilesUsesIt() throws IOException {
    MemoryDirectory temporary = new MemoryDirectory("temporary");
    MemoryDirectory files = new MemoryDirectory("files");
    closesWithFiles(OpenDatabase.in(files, "test", ports(temporary), () -> {}), temporary);
    assertThat(files.list()).noneMatch(name -> name.startsWith("sort-"));
  }
}

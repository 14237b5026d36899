package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.engine.tool.DatabaseCopiesTest;
import io.mosql.engine.tool.DatabaseVerification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statement BACKUP TO over a connection. */
final class BackupStatementTest {
  @TempDir Path directory = Path.of("");

  private Path backups = Path.of("");

  @BeforeEach
  void makeDirectory() throws IOException {
    backups = Files.createDirectory(directory.resolve("backups"));
  }

  private String url() {
    return "jdbc:mosql:file:" + directory.resolve("db") + "?backupDirectory=" + backups;
  }

  private static void fill(Statement statement) throws SQLException {
    statement.execute("create table t (id int primary key, name varchar(20))");
    for (int i = 0; i < 100; i++) {
      statement.execute("insert into t values (" + i + ", 'name " + i + "')");
    }
  }

  private static long[] backUp(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      long[] figures = {
        rows.getLong("position"),
        rows.getLong("segments"),
        rows.getLong("segments_copied"),
        rows.getLong("bytes"),
        rows.getLong("bytes_copied")
      };
      assertThat(rows.next()).isFalse();
      return figures;
    }
  }

  private static String failure(Statement statement, String sql) {
    SQLException e =
        Objects.requireNonNull(
            catchThrowableOfType(SQLException.class, () -> statement.execute(sql)));
    return e.getSQLState() + ": " + e.getMessage();
  }

  @Test
  void copiesNewContentsAndReportsTheirSize() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      fill(statement);
      long[] first = backUp(statement, "backup to 'daily'");
      assertThat(first[1]).isPositive().isEqualTo(first[2]);
      assertThat(first[3]).isPositive().isEqualTo(first[4]);
      long[] again = backUp(statement, "backup to 'daily' with (verify false)");
      assertThat(again[2]).isZero();
      statement.execute("insert into t values (1000, 'new')");
      long[] second = backUp(statement, "backup to 'daily'");
      assertThat(second[0]).isGreaterThan(first[0]);
      assertThat(second[2]).isEqualTo(1);
      backUp(statement, "backup to 'weekly/monday'");
    }
    assertThat(backups.resolve("weekly/monday/mosql.backup")).exists();
    DatabaseCopiesTest.Heard heard = new DatabaseCopiesTest.Heard();
    assertThat(DatabaseVerification.verify(backups.resolve("daily"), heard))
        .as(heard.toString())
        .isZero();
    assertThat(heard.toString()).contains("1, 101 rows");
  }

  @Test
  void writesNowhereButBelowItsDirectory() throws SQLException, IOException {
    Files.createSymbolicLink(backups.resolve("link"), directory);
    Files.writeString(backups.resolve("file"), "text");
    Files.writeString(Files.createDirectory(backups.resolve("mine")).resolve("file"), "text");
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      fill(statement);
      for (String name :
          new String[] {"../elsewhere", "/tmp/elsewhere", "a/../../b", "link/a", "file", "", "."}) {
        assertThat(failure(statement, "backup to '" + name + "'")).as(name).startsWith("42501: ");
      }
      assertThat(failure(statement, "backup to 'mine'"))
          .startsWith("22023: ")
          .contains("neither empty nor a backup");
    }
    assertThat(Files.readString(backups.resolve("mine/file"))).isEqualTo("text");
    assertThat(directory.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void needsADirectoryAndFiles() throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:mosql:file:" + directory.resolve("db"));
        Statement statement = connection.createStatement()) {
      assertThat(failure(statement, "backup to 'daily'"))
          .startsWith("42501: ")
          .contains("backupDirectory");
    }
    try (Connection connection =
            DriverManager.getConnection("jdbc:mosql:mem:backup?backupDirectory=" + backups);
        Statement statement = connection.createStatement()) {
      assertThat(failure(statement, "backup to 'daily'")).startsWith("0A000: ");
      statement.execute("shutdown");
    }
  }
}

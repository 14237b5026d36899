package io.mosql.engine.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** COPY is limited to its configured directory, and leaves complete files or none. */
final class CopyFilesTest {
  private static final String SECRET = "secret\n";

  @TempDir Path root = Path.of("");

  private Path files = Path.of("");
  private String url = "";

  @BeforeEach
  void prepare() throws IOException, SQLException {
    files = Files.createDirectory(root.resolve("files"));
    url = "jdbc:mosql:mem:copy-files?copyDirectory=" + files;
    Files.writeString(root.resolve("outside.csv"), SECRET);
    Files.writeString(files.resolve("inside.csv"), "1\n");
    run("create table t (s text)");
  }

  @AfterEach
  void end() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:copy-files");
        Statement statement = connection.createStatement()) {
      statement.execute("shutdown");
    }
  }

  private int run(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private String state(String sql) {
    try {
      run(sql);
      return "ok";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      return all.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside.csv",
        "sub/../../outside.csv",
        "./inside.csv",
        "sub/..",
        "..",
        ".",
        "",
        "/etc/passwd",
        "//etc/passwd",
        "link.csv",
        "linked/outside.csv",
        "inside.csv/x",
        "sub"
      })
  void namesThatLeadElsewhereAreRefused(String name) throws IOException {
    Files.createDirectory(files.resolve("sub"));
    Files.createSymbolicLink(files.resolve("link.csv"), root.resolve("outside.csv"));
    Files.createSymbolicLink(files.resolve("linked"), root);

    assertThat(state("copy t from '" + name + "'")).isEqualTo("42501");
    assertThat(state("copy t to '" + name + "'")).isEqualTo("42501");
    assertThat(state("copy t to '" + name + "' with (overwrite)")).isEqualTo("42501");
    assertThat(Files.readString(root.resolve("outside.csv"))).isEqualTo(SECRET);
  }

  @Test
  void aLinkThatLeadsNowhereIsNotWrittenThrough() throws IOException {
    Files.createSymbolicLink(files.resolve("dangling.csv"), root.resolve("created.csv"));
    assertThat(state("copy t to 'dangling.csv'")).isEqualTo("42501");
    assertThat(root.resolve("created.csv")).doesNotExist();
  }

  @Test
  void absolutePathsAreRefusedEvenInside() {
    assertThat(state("copy t from '" + files.resolve("inside.csv") + "'")).isEqualTo("42501");
  }

  @Test
  void filesOfADatabaseAreRefused() throws IOException {
    Path other = Files.createDirectory(files.resolve("other"));
    Files.writeString(other.resolve(DatabaseDirectory.MARKER), "mosql 1\n");
    String name = "other/" + DatabaseDirectory.MARKER;
    assertThat(state("copy t from '" + name + "'")).isEqualTo("42501");
    assertThat(state("copy t to '" + name + "' with (overwrite)")).isEqualTo("42501");
  }

  @Test
  void directoriesBelowMayBeUsed() throws IOException, SQLException {
    Files.createDirectory(files.resolve("sub"));
    assertThat(run("copy t from 'inside.csv'")).isEqualTo(1);
    assertThat(run("copy t to 'sub/out.csv'")).isEqualTo(1);
    assertThat(files.resolve("sub/out.csv")).hasContent("1\n");
  }

  @Test
  void aNewFileIsItsOwnersAlone() throws IOException, SQLException {
    run("copy t to 'out.csv'");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(files.resolve("out.csv"))))
        .isEqualTo("rw-------");
    assertThat(names()).containsExactly("inside.csv", "out.csv");
  }

  @Test
  void aFailedCopyLeavesWhatWasThere() throws IOException, SQLException {
    run("insert into t values ('1'), ('x')");
    Files.writeString(files.resolve("old.csv"), "old\n");

    assertThat(state("copy (select cast(s as int) from t) to 'new.csv'")).startsWith("22");
    assertThat(state("copy (select cast(s as int) from t) to 'old.csv' with (overwrite)"))
        .startsWith("22");
    assertThat(state("copy t to 'old.csv'")).isEqualTo("58P02");

    assertThat(names()).containsExactly("inside.csv", "old.csv");
    assertThat(files.resolve("old.csv")).hasContent("old\n");
  }

  @Test
  void withoutADirectoryNothingIsTouched() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:copy-none");
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (s text)");
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("copy t from 'inside.csv'"))
          .withMessageContaining("copyDirectory")
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("42501"));
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("copy t to 'x.csv'"))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("42501"));
      statement.execute("shutdown");
    }
  }

  @Test
  void theSystemPropertyAppliesUnlessAConnectionOverridesIt() throws SQLException {
    System.setProperty("mosql.copyDirectory", files.toString());
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:copy-property");
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (s text)");
      assertThat(statement.executeUpdate("copy t from 'inside.csv'")).isEqualTo(1);
      statement.execute("shutdown");
    } finally {
      System.clearProperty("mosql.copyDirectory");
    }
  }

  @Test
  void theDirectoryIsThatOfTheOpeningConnection() throws IOException {
    Path other = Files.createDirectory(root.resolve("other"));
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () -> DriverManager.getConnection("jdbc:mosql:mem:copy-files?copyDirectory=" + other))
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("08004"));
  }

  @Test
  void theDirectoryMustNotBeTheDatabases() throws IOException {
    Path database = root.resolve("db");
    for (Path directory : List.of(root, Files.createDirectories(database.resolve("in")))) {
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(
              () ->
                  DriverManager.getConnection(
                      "jdbc:mosql:file:" + database + "?copyDirectory=" + directory))
          .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("08001"));
    }
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(
            () ->
                DriverManager.getConnection(
                    "jdbc:mosql:file:" + database + "?copyDirectory=" + root.resolve("missing")))
        .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("08001"));
  }
}

package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of backup, restore and verify, from arguments to output and exit codes. */
final class DatabaseToolsTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @BeforeEach
  void create() throws SQLException {
    sql(
        "db",
        "create table t (id int primary key, name varchar(20) not null unique)",
        "insert into t values (1, 'one'), (2, 'two'), (3, 'three')");
  }

  private String url(String name) {
    return "jdbc:mosql:file:" + folder.resolve(name);
  }

  private void sql(String database, String... statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(database));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String names(String database) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(database));
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select name from t order by id")) {
      StringBuilder names = new StringBuilder();
      while (rows.next()) {
        names.append(rows.getString(1)).append(' ');
      }
      return names.toString().trim();
    }
  }

  /** Runs a command with paths below the folder; returns exit code and output as one text. */
  private String run(String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    String[] resolved =
        Stream.of(arguments)
            .map(each -> each.startsWith("@") ? folder.resolve(each.substring(1)).toString() : each)
            .toArray(String[]::new);
    CommandLine commandLine = Cli.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    int code = commandLine.execute(resolved);
    return (out.toString() + err + "exit " + code)
        .replace(folder.toString(), "@")
        .replaceAll("\\d+ ms", "N ms")
        .replaceAll("\\d+ bytes", "N bytes")
        .replaceAll("(?m)^bytes .*$", "bytes N")
        .replaceAll("pages-[0-9a-f]+", "pages-ID")
        .replaceAll("(records|index|position|segments)( +)\\d+", "$1$2N")
        .replaceAll("\\d+ (records|applied|removed|copied|unchanged|in|index)", "N $1")
        .replaceAll("\\d+ (trees|segments)", "N $1");
  }

  @Test
  void verifySaysWhatItChecked() {
    assertThat(run("verify", "@db"))
        .isEqualTo(
            """
            manifest    position N, log index N, N trees, N segments
            segments    N, N bytes
            pages       N in N trees
            live bytes  as the manifest counts them
            log         N records, N bytes, up to index N; N applied, up to position N
            tables      1, 3 rows, N index entries, 0 references, 0 large values
            no problems
            exit 0\
            """);
  }

  @Test
  void verifyNamesWhatIsWrong() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("db"))) {
      Path segment =
          files.filter(file -> file.toString().endsWith(".seg")).findFirst().orElseThrow();
      try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
        file.seek(file.length() - 3);
        int was = file.read();
        file.seek(file.length() - 3);
        file.write(was ^ 1);
      }
    }
    assertThat(run("verify", "@db"))
        .contains("PROBLEM file pages-ID.seg does not have the hash that the manifest names")
        .containsPattern("PROBLEM tree \\d+: file \"pages-ID.seg\" is damaged at offset")
        .contains("problems")
        .endsWith("exit 1");
  }

  @Test
  void verifyRefusesWhatItCannotOpen() throws IOException, SQLException {
    assertThat(run("verify", "@nowhere"))
        .isEqualTo("ERROR 58P01: there is no directory @/nowhere\nexit 2");
    Files.createDirectory(folder.resolve("other"));
    assertThat(run("verify", "@other"))
        .isEqualTo("ERROR 08001: @/other is not a MoSQL database\nexit 2");
    try (Connection connection = DriverManager.getConnection(url("db"))) {
      assertThat(connection.isValid(0)).isTrue();
      assertThat(run("verify", "@db"))
          .isEqualTo("ERROR 55006: database @/db is open in another process\nexit 2");
    }
    assertThat(run("verify")).endsWith("exit 2");
  }

  @Test
  void backsUpAndRestores() throws SQLException {
    assertThat(run("backup", "@db", "@backup"))
        .isEqualTo(
            """
            position    N
            segments    N copied, N unchanged, N removed
            bytes N
            time        N ms
            exit 0\
            """);
    sql("db", "insert into t values (4, 'four')");
    assertThat(run("restore", "@backup", "@copy"))
        .isEqualTo(
            """
            segments    N copied, N bytes, position N
            position    N
            exit 0\
            """);
    assertThat(names("copy")).isEqualTo("one two three");
    assertThat(run("verify", "@backup")).endsWith("no problems\nexit 0");
    assertThat(run("verify", "@copy")).endsWith("no problems\nexit 0");
    assertThat(run("backup", "jdbc:mosql:file:" + folder.resolve("db"), "@backup"))
        .endsWith("exit 0");
    assertThat(run("restore", "@backup", "@copy"))
        .isEqualTo("ERROR 22023: @/copy is not empty; choose another directory\nexit 1");
    assertThat(run("restore", "@backup", "@second")).endsWith("exit 0");
    assertThat(names("second")).isEqualTo("one two three four");
  }

  @Test
  void restoresALaterMoment() throws SQLException {
    String log = "?logRetentionBytes=64MB";
    sql("kept" + log, "create table t (id int primary key, name varchar(20))");
    sql("kept" + log, "insert into t values (1, 'one')");
    try (Connection connection =
            DriverManager.getConnection(
                url("kept") + log + "&backupDirectory=" + directory("backups"));
        Statement statement = connection.createStatement()) {
      statement.execute("backup to 'b'");
      statement.execute("insert into t values (2, 'two')");
      String between;
      try (ResultSet rows =
          statement.executeQuery("select cast(current_timestamp as varchar(40))")) {
        rows.next();
        between = rows.getString(1);
      }
      statement.execute("insert into t values (3, 'three')");
      // The database is open.
      assertThat(run("restore", "@backups/b", "@all", "--log", "@kept"))
          .contains("log         N records applied")
          .contains("end of log")
          .endsWith("exit 0");
      assertThat(run("restore", "@backups/b", "@then", "--log", "@kept", "--time", between))
          .endsWith("exit 0");
    }
    assertThat(names("all")).isEqualTo("one two three");
    assertThat(names("then")).isEqualTo("one two");
    assertThat(run("restore", "@backups/b", "@x", "--log", "@kept", "--position", "1"))
        .contains("ERROR 22023: the recovery target 1 is before the position of the backup")
        .endsWith("exit 1");
    assertThat(folder.resolve("x")).doesNotExist();
    assertThat(run("restore", "@backups/b", "@x", "--log", "@db"))
        .contains("ERROR XX001: the log of @/db ends with record")
        .endsWith("exit 1");
    assertThat(run("restore", "@backups/b", "@x", "--position", "9")).endsWith("exit 2");
    assertThat(run("restore", "@backups/b", "@x", "--log", "@kept", "--time", "noon"))
        .contains("yyyy-mm-dd")
        .endsWith("exit 2");
  }

  private Path directory(String name) {
    try {
      return Files.createDirectory(folder.resolve(name));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void backupRefusesWhatIsOpenOrNoDatabase() throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(url("db"))) {
      assertThat(connection.isValid(0)).isTrue();
      assertThat(run("backup", "@db", "@backup"))
          .contains("ERROR 55006: database @/db is open in another process")
          .contains("BACKUP TO")
          .endsWith("exit 1");
    }
    assertThat(run("backup", "@nowhere", "@backup"))
        .isEqualTo("ERROR 58P01: there is no directory @/nowhere\nexit 1");
    assertThat(run("backup", "jdbc:mosql:mem:x", "@backup"))
        .contains("BACKUP TO")
        .endsWith("exit 2");
    Files.writeString(directory("mine").resolve("letter.txt"), "mine");
    assertThat(run("backup", "@db", "@mine"))
        .isEqualTo(
            "ERROR 22023: @/mine is neither empty nor a backup; choose another directory\nexit 1");
    assertThat(run("restore", "@db", "@x")).isEqualTo("ERROR 22023: @/db is not a backup\nexit 1");
  }
}

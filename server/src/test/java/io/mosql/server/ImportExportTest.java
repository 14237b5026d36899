package io.mosql.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
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
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Tests of import and export, on MoSQL and on another database, since both work with any JDBC
 * driver.
 */
final class ImportExportTest {
  private static final String MOSQL = "jdbc:mosql:mem:import-export";
  private static final String H2 = "jdbc:h2:mem:import-export;DB_CLOSE_DELAY=-1";
  private static final String TABLE =
      "create table t (id int primary key, name varchar(40), price decimal(9,2), born date,"
          + " at timestamp, flag boolean, data varbinary(20))";
  private static final String ROWS =
      """
      id,name,price,born,at,flag,data
      1,"a ""b"", c",1.50,2024-02-29,2024-02-29 10:11:12.5,true,\\x00ff
      2,"two
      lines",-3.25,,,false,\\x
      3,"",,,,,
      4,é \uD83D\uDE00,0.00,1999-12-31,1999-12-31 23:59:59,,
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  @AfterEach
  void shutdown() throws SQLException {
    for (String url : List.of(MOSQL, H2)) {
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.execute("shutdown");
      }
    }
  }

  private int run(String... arguments) {
    CommandLine commandLine = Cli.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(arguments);
  }

  private void sql(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> rows(String url, String sql) throws SQLException {
    List<String> all = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        all.add(rows.getString(1));
      }
    }
    return all;
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {MOSQL, H2})
  void rowsComeBackAsTheyWere(String url) throws IOException, SQLException {
    sql(url, TABLE);
    String file = file("t.csv", ROWS);
    Path exported = folder.resolve("out.csv");

    assertThat(run("import", "--url", url, "t", file)).as(err.toString()).isZero();
    assertThat(run("export", "--url", url, "--query", "select * from t order by id", "" + exported))
        .as(err.toString())
        .isZero();

    assertThat(Files.readString(exported).replaceFirst(".*\n", ""))
        .isEqualTo(ROWS.replaceFirst(".*\n", ""));
    assertThat(err.toString()).contains("imported 4 rows").contains("exported 4 rows");
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  @ParameterizedTest
  @ValueSource(strings = {MOSQL, H2})
  void headerNamesColumnsInAnyOrder(String url) throws IOException, SQLException {
    sql(url, TABLE);
    assertThat(run("import", "--url", url, "-q", "t", file("a.csv", "NAME,id\nx,7\n"))).isZero();
    assertThat(
            run(
                "import",
                "--url",
                url,
                "-q",
                "--no-header",
                "--columns",
                "id, name",
                "t",
                file("b.csv", "8,y\n")))
        .isZero();
    assertThat(
            run(
                "import",
                "--url",
                url,
                "-q",
                "--columns",
                "id,name",
                "t",
                file("c.csv", "whatever,else\n9,z\n")))
        .isZero();

    assertThat(rows(url, "select name from t order by id")).containsExactly("x", "y", "z");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {MOSQL, H2})
  void formatOptionsGoBothWays(String url) throws IOException, SQLException {
    sql(url, TABLE);
    String[] format = {
      "--delimiter",
      "tab",
      "--quote",
      "'",
      "--escape",
      "\\",
      "--null",
      "NULL",
      "--encoding",
      "UTF-16LE",
      "--no-header"
    };
    sql(
        url,
        "insert into t (id, name) values (1, 'tab\tquote''back\\NULL'), (2, 'NULL'), (3, null)");
    String file = folder.resolve("f.csv").toString();

    assertThat(run(with(format, "export", "--url", url, "t", file))).as(err.toString()).isZero();
    sql(url, TABLE.replace("table t", "table u"));
    assertThat(run(with(format, "import", "--url", url, "u", file))).as(err.toString()).isZero();

    assertThat(rows(url, "select name from u order by id"))
        .isEqualTo(rows(url, "select name from t order by id"));
  }

  private static String[] with(String[] options, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(1, List.of(options));
    return all.toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {MOSQL, H2})
  void packedFilesAndPipes(String url) throws IOException, SQLException {
    sql(url, TABLE);
    Path packed = folder.resolve("t.csv.gz");
    try (GZIPOutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
      gzip.write("id,name\n1,one\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(run("import", "--url", url, "t", packed.toString())).isZero();

    InputStream in = System.in;
    PrintStream stdout = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try {
      System.setIn(new ByteArrayInputStream("id,name\n2,two\n".getBytes(StandardCharsets.UTF_8)));
      System.setOut(new PrintStream(printed, false, StandardCharsets.UTF_8));
      assertThat(run("import", "--url", url, "t", "-")).isZero();
      assertThat(run("export", "--url", url, "--query", "select id, name from t order by id", "-"))
          .isZero();
    } finally {
      System.setIn(in);
      System.setOut(stdout);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8).lines().skip(1))
        .containsExactly("1,one", "2,two");

    Path out = folder.resolve("out.csv.gz");
    assertThat(run("export", "--url", url, "t", out.toString())).isZero();
    try (GZIPInputStream gzip = new GZIPInputStream(Files.newInputStream(out))) {
      assertThat(new String(gzip.readAllBytes(), StandardCharsets.UTF_8)).contains("1,one");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {MOSQL, H2})
  void anErrorNamesTheLineAndWhatIsCommitted(String url) throws IOException, SQLException {
    sql(url, TABLE);
    String duplicate = file("d.csv", "id,name\n1,a\n2,b\n3,c\n4,d\n2,e\n6,f\n");

    assertThat(run("import", "--url", url, "-q", "--batch", "2", "t", duplicate)).isEqualTo(1);
    assertThat(err.toString()).contains("23505").contains("; 4 rows are committed");
    assertThat(rows(url, "select count(*) from t")).containsExactly("4");

    sql(url, "delete from t");
    assertThat(
            run(
                "import",
                "--url",
                url,
                "-q",
                "--batch",
                "2",
                "--single-transaction",
                "t",
                duplicate))
        .isEqualTo(1);
    assertThat(err.toString()).contains("; 0 rows are committed");
    assertThat(rows(url, "select count(*) from t")).containsExactly("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {MOSQL, H2})
  void whatIsWrongInTheFileIsSaidWithItsPlace(String url) throws IOException, SQLException {
    sql(url, TABLE);
    assertThat(failure(url, "id,name\n1,a\nx,b\n")).contains("line 3, column \"id\"");
    assertThat(failure(url, "id,name\n1\n")).contains("line 2").contains("1 fields, not 2");
    assertThat(failure(url, "id,name\n1,a,b\n")).contains("line 2").contains("more than 2 fields");
    assertThat(failure(url, "id,name\n1,\"a\n"))
        .contains("line 2")
        .contains("unterminated csv quoted field");
    assertThat(failure(url, "id,nonsense\n1,a\n")).contains("no column \"nonsense\"");
    assertThat(failure(url, "id,data\n1,zz\n")).contains("line 2");
    assertThat(rows(url, "select count(*) from t")).containsExactly("0");
  }

  private String failure(String url, String text) throws IOException {
    err.getBuffer().setLength(0);
    assertThat(run("import", "--url", url, "-q", "t", file("wrong.csv", text))).isEqualTo(1);
    return err.toString().toLowerCase(java.util.Locale.ROOT);
  }

  @ParameterizedTest
  @ValueSource(strings = {MOSQL})
  void wrongCommandLinesExitWithTwo(String url) throws IOException, SQLException {
    sql(url, TABLE);
    String file = file("t.csv", ROWS);
    assertThat(run("import", "--url", url, "t")).isEqualTo(2);
    assertThat(run("import", "--url", url, "t", folder.resolve("none").toString())).isEqualTo(2);
    assertThat(run("import", "--url", url, "--delimiter", "ab", "t", file)).isEqualTo(2);
    assertThat(run("import", "--url", url, "--delimiter", "\"", "t", file)).isEqualTo(2);
    assertThat(run("import", "--url", url, "--encoding", "klingon", "t", file)).isEqualTo(2);
    assertThat(run("import", "--url", url, "--batch", "0", "t", file)).isEqualTo(2);
    assertThat(run("export", "--url", url, file)).isEqualTo(2);
    assertThat(run("export", "--url", url, "t", file)).isEqualTo(2);
    assertThat(Files.readString(Path.of(file))).isEqualTo(ROWS);
    assertThat(run("export", "--url", url, "--overwrite", "t", file)).isZero();
    assertThat(run("import", "--url", url, "nowhere", file)).isEqualTo(1);
    assertThat(run("export", "--url", url, "nowhere", "-")).isEqualTo(1);
  }
}

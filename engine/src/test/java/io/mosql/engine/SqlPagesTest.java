package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.parser.MosqlParser;
import io.mosql.testkit.pages.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the examples of all pages of the documentation, from top to bottom on one database a page:
 * each {@code sql} block, and the text of a comment {@code <!--sql}, for tables that are not shown.
 * A {@code text} block directly below a block has the rows of its last query. A comment {@code <!--
 * not run: reason -->} above a block skips it. {@code -Dmosql.update=true} rewrites the rows.
 */
final class SqlPagesTest {
  private static final Path ROOT = Path.of("..");
  private static final Path FOLDER = ROOT.resolve("docs/sql");
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "(?s)(?:<!-- not run: [^\n]{10,} -->\n\n?```sql\n.*?```\n"
              + "|<!--sql\n(.*?)-->"
              + "|(```sql\n(.*?)```\n)(?:(\n```text\n)(.*?)(```\n))?)");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(.*?)` \\| (\\w{5}) \\|");
  private static final Pattern DIFFERENCE =
      Pattern.compile("(?m)^\\| `(.*)` \\| ([^|]*) \\| [^|]* \\| [^|]* \\|$");
  private static final Pattern FEATURE =
      Pattern.compile("(?m)^\\| [A-Z]\\d[^|]*\\|[^|]*\\| (yes|partly|no) \\| `(.*)` \\|$");

  @TempDir Path directory = Path.of("");

  static Stream<String> pages() throws IOException {
    return Page.all(ROOT).stream().map(path -> ROOT.relativize(path).toString());
  }

  private Connection connect(String page) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:mosql:mem:page-" + page + "?copyDirectory=" + directory);
  }

  /** Pages on operation use a database in files. */
  private Connection connectFor(String page) throws IOException, SQLException {
    if (!page.contains("operations")) {
      return connect(page.replace('/', '-'));
    }
    Path backups = Files.createDirectory(directory.resolve("backups"));
    return DriverManager.getConnection(
        "jdbc:mosql:file:" + directory.resolve("db") + "?backupDirectory=" + backups);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void examplesAreTrue(String page) throws IOException, SQLException {
    Path file = ROOT.resolve(page);
    String text = Files.readString(file);
    StringBuilder actual = new StringBuilder();
    try (Connection connection = connectFor(page);
        Statement statement = connection.createStatement()) {
      Matcher matcher = EXAMPLE.matcher(text);
      while (matcher.find()) {
        String whole = matcher.group();
        if (matcher.group(1) != null) {
          run(matcher.group(1), statement);
        } else if (matcher.group(3) != null) {
          String rows = run(matcher.group(3), statement);
          if (matcher.group(4) != null) {
            whole = matcher.group(2) + matcher.group(4) + rows + matcher.group(6);
          }
        }
        matcher.appendReplacement(actual, Matcher.quoteReplacement(whole));
      }
      matcher.appendTail(actual);
      statement.execute("shutdown");
    }
    if (Boolean.getBoolean("mosql.update")) {
      Files.writeString(file, actual.toString());
    } else {
      assertThat(actual.toString()).isEqualTo(text);
    }
  }

  /** Each statement of the page of differences has the documented result. */
  @Test
  void differencesAreTrue() throws IOException, SQLException {
    Matcher matcher = DIFFERENCE.matcher(Files.readString(FOLDER.resolve("differences.md")));
    int rows = 0;
    try (Connection connection = connect("differences-table");
        Statement statement = connection.createStatement()) {
      for (; matcher.find(); rows++) {
        String sql = matcher.group(1).replace("\\|", "|");
        assertThat(answer(sql, statement)).as(sql).isEqualTo(matcher.group(2));
      }
      statement.execute("shutdown");
    }
    assertThat(rows).isGreaterThanOrEqualTo(5);
  }

  /** The first value of a query as a text, or the SQLSTATE of its error. */
  private static String answer(String sql, Statement statement) {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static String run(String script, Statement statement) throws SQLException {
    StringBuilder rows = new StringBuilder();
    for (String sql : MosqlParser.splitStatements(script)) {
      try {
        if (statement.execute(sql)) {
          rows.setLength(0);
          append(statement.getResultSet(), rows);
        }
      } catch (SQLException e) {
        throw new SQLException(sql + "\n" + e.getMessage(), e.getSQLState(), e);
      }
    }
    return rows.toString();
  }

  private static void append(ResultSet result, StringBuilder rows) throws SQLException {
    try (result) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        for (int i = 1; i <= columns; i++) {
          rows.append(i > 1 ? " | " : "").append(result.getString(i));
        }
        rows.append('\n');
      }
    }
  }

  /** The SQLSTATE that a statement fails with, or "ok". */
  private static String state(Statement statement, String sql) {
    try {
      if (statement.execute(sql)) {
        append(statement.getResultSet(), new StringBuilder());
      }
      return "ok";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static String sql(String cell) {
    return cell.replace("\\|", "|");
  }

  @Test
  void errorsAreThoseOfThePage() throws IOException, SQLException {
    String text = Files.readString(FOLDER.resolve("refused.md"));
    List<String> problems = new ArrayList<>();
    int examples = 0;
    try (Connection connection = connect("refused-rows");
        Statement statement = connection.createStatement()) {
      Matcher setUp = EXAMPLE.matcher(text);
      assertThat(setUp.find()).isTrue();
      run(setUp.group(1), statement);
      for (Matcher row = ROW.matcher(text); row.find(); ) {
        examples++;
        String state = state(statement, sql(row.group(1)));
        if (!state.equals(row.group(2))) {
          problems.add(state + " of " + row.group());
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(examples).isGreaterThan(50);
  }

  @Test
  void featuresOfTheStandardAreThereOrNot() throws IOException, SQLException {
    String text = Files.readString(FOLDER.resolve("standard.md"));
    int examples = 0;
    try (Connection connection = connect("standard-rows");
        Statement statement = connection.createStatement()) {
      for (Matcher row = FEATURE.matcher(text); row.find(); ) {
        examples++;
        String state = state(statement, sql(row.group(2)));
        if (row.group(1).equals("no")) {
          assertThat(state).as(row.group()).matches("0A000|42.*");
        } else {
          assertThat(state).as(row.group()).isEqualTo("ok");
        }
      }
    }
    assertThat(examples).isGreaterThan(150);
  }
}

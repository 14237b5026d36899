package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import net.hydromatic.quidem.AbstractCommand;
import net.hydromatic.quidem.Command;
import net.hydromatic.quidem.CommandHandler;
import net.hydromatic.quidem.Quidem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays the Quidem scripts of {@code src/test/resources/sql} over JDBC, each on a fresh database in
 * memory and again on one in files.
 *
 * <p>Beside Quidem's own commands there are {@code !fails}, which executes a statement and prints
 * its SQLSTATE and message, {@code !done}, which executes one and prints its update count, {@code
 * !explain}, which prints its plan, and {@code !reopen}, which closes a database in files and
 * recovers it. {@code -Dmosql.update=true} writes the scripts anew.
 */
final class GoldenScriptsTest {
  private static final Path FOLDER = Path.of("src/test/resources/sql");
  private static final Path SAMPLES = FOLDER.resolve("copy");

  @TempDir Path directory = Path.of("");

  @TestFactory
  Stream<DynamicTest> inMemory() throws IOException {
    return scripts()
        .map(script -> test(script, "jdbc:mosql:mem:golden-" + name(script), "mem-copy-"));
  }

  @TestFactory
  Stream<DynamicTest> inFiles() throws IOException {
    return scripts()
        .map(script -> test(script, "jdbc:mosql:file:" + directory.resolve(name(script)), "copy-"));
  }

  private static Stream<Path> scripts() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      List<Path> scripts = files.filter(f -> f.toString().endsWith(".iq")).sorted().toList();
      assertThat(scripts).isNotEmpty();
      return scripts.stream();
    }
  }

  private static String name(Path script) {
    return Objects.requireNonNull(script.getFileName()).toString();
  }

  /** A script and the directory that its COPYs may use, which begins with the sample files. */
  private DynamicTest test(Path script, String url, String copies) {
    return DynamicTest.dynamicTest(
        name(script),
        () -> {
          Path files = Files.createDirectory(directory.resolve(copies + name(script)));
          try (Stream<Path> samples = Files.list(SAMPLES)) {
            for (Path sample : samples.toList()) {
              Files.copy(sample, files.resolve(name(sample)));
            }
          }
          play(script, url + "?copyDirectory=" + files);
        });
  }

  private static void play(Path script, String url) throws IOException, SQLException {
    String expected = Files.readString(script);
    StringWriter written = new StringWriter();
    new Quidem(
            Quidem.configBuilder()
                .withReader(new StringReader(expected))
                .withWriter(written)
                .withConnectionFactory((name, reference) -> connect(url, reference))
                .withCommandHandler(commands(url))
                .build())
        .execute();
    if (url.contains(":mem:")) {
      try (Connection last = DriverManager.getConnection(url)) {
        execute(last, "shutdown");
      }
    }
    if (Boolean.getBoolean("mosql.update")) {
      Files.writeString(script, written.toString());
    } else {
      assertThat(written.toString()).isEqualTo(expected);
    }
  }

  private static @Nullable Connection connect(String url, boolean reference) throws SQLException {
    return reference ? null : DriverManager.getConnection(url);
  }

  private static CommandHandler commands(String url) {
    return (lines, content, line) ->
        switch (line) {
          case "fails" -> new Printed(lines, GoldenScriptsTest::failure);
          case "done" -> new Printed(lines, GoldenScriptsTest::count);
          case "explain" -> new Printed(lines, GoldenScriptsTest::plan);
          case "reopen" -> new Reopen(lines, url);
          default -> throw new IllegalArgumentException("unknown command: " + line);
        };
  }

  private static String plan(Connection connection, String sql) {
    StringBuilder plan = new StringBuilder();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("explain " + sql)) {
      while (rows.next()) {
        plan.append(plan.isEmpty() ? "" : System.lineSeparator()).append(rows.getString(1));
      }
    } catch (SQLException e) {
      plan.append("unexpected ").append(e.getSQLState()).append(": ").append(e.getMessage());
    }
    return plan.toString();
  }

  private static String failure(Connection connection, String sql) {
    try {
      execute(connection, sql);
      return "no error";
    } catch (SQLException e) {
      return e.getSQLState() + ": " + e.getMessage();
    }
  }

  private static String count(Connection connection, String sql) {
    try {
      int count = execute(connection, sql);
      return count == 0 ? "" : count == 1 ? "1 row" : count + " rows";
    } catch (SQLException e) {
      return "unexpected " + e.getSQLState() + ": " + e.getMessage();
    }
  }

  private static int execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        // Rows are made when they are asked for, and so are errors.
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {}
        }
        return 0;
      }
      return Math.max(0, statement.getUpdateCount());
    }
  }

  /** What a statement gave, in a line. */
  private interface Outcome {
    String of(Connection connection, String sql);
  }

  private static final class Printed extends AbstractCommand {
    private final List<String> lines;
    private final Outcome outcome;

    Printed(List<String> lines, Outcome outcome) {
      this.lines = List.copyOf(lines);
      this.outcome = outcome;
    }

    @Override
    public void execute(Command.Context context, boolean execute) {
      String text = outcome.of(context.connection(), context.previousSqlCommand().sql);
      if (!text.isEmpty()) {
        context.writer().println(text);
      }
      context.echo(lines);
    }
  }

  private static final class Reopen extends AbstractCommand {
    private final List<String> lines;
    private final String url;

    Reopen(List<String> lines, String url) {
      this.lines = List.copyOf(lines);
      this.url = url;
    }

    @Override
    public void execute(Command.Context context, boolean execute) throws Exception {
      context.connection().close();
      context.use(url);
      context.echo(lines);
    }
  }
}

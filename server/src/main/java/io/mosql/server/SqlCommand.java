package io.mosql.server;

import java.io.IOException;
import java.io.PrintWriter;
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
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Runs statements over one JDBC connection and prints their results. Each statement commits by
 * itself unless the script opens a transaction. The first error ends the run: it is printed with
 * its SQLSTATE, what was committed before stays, and the exit code is 1.
 */
@Command(
    name = "sql",
    description = "Runs SQL statements and prints their results.",
    mixinStandardHelpOptions = true)
final class SqlCommand implements Callable<Integer> {
  static final String DEFAULT_URL = "jdbc:mosql:mem:scratch";

  private static final Pattern CHANGES_ROWS =
      Pattern.compile("(insert|update|delete|merge)\\b", Pattern.CASE_INSENSITIVE);

  @Parameters(
      arity = "0..1",
      paramLabel = "URL",
      defaultValue = DEFAULT_URL,
      description = "Any JDBC URL, such as jdbc:mosql:file:path (default: ${DEFAULT-VALUE}).")
  private String url;

  @Option(
      names = {"-c", "--command"},
      paramLabel = "SQL",
      description = "Statements to run, separated by semicolons. May be given several times.")
  private List<String> commands = new ArrayList<>();

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      description = "Files of statements to run after those of -c; - is standard input.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "${COMPLETION-CANDIDATES}: columns lined up, or tab-separated values without headings"
              + " (default: aligned on a terminal, else plain).")
  private @Nullable ResultFormat format;

  @Spec private CommandSpec spec;

  // Picocli fills in the fields before anything runs.
  @SuppressWarnings("NullAway.Init")
  SqlCommand() {}

  @Override
  public Integer call() throws IOException {
    if (commands.isEmpty() && files.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Nothing to run: give a statement by -c or a file by -f.");
    }
    PrintWriter out = spec.commandLine().getOut();
    try {
      List<String> statements = statements();
      try (Connection connection = DriverManager.getConnection(url)) {
        for (String statement : statements) {
          run(connection, statement, out);
          out.flush();
        }
      }
      return 0;
    } catch (SQLException e) {
      out.flush();
      report(e, spec.commandLine().getErr());
      return 1;
    } catch (java.nio.file.NoSuchFileException e) {
      throw new ParameterException(spec.commandLine(), "There is no file " + e.getMessage(), e);
    }
  }

  private List<String> statements() throws IOException {
    List<String> statements = new ArrayList<>();
    for (String command : commands) {
      statements.addAll(StatementSplitter.split(command));
    }
    for (String file : files) {
      byte[] text = file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
      statements.addAll(StatementSplitter.split(new String(text, StandardCharsets.UTF_8)));
    }
    return statements;
  }

  private void run(Connection connection, String sql, PrintWriter out) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean rows = statement.execute(sql);
      if (rows) {
        try (ResultSet resultSet = statement.getResultSet()) {
          resultFormat().print(resultSet, out);
        }
      } else if (resultFormat() == ResultFormat.ALIGNED) {
        out.println(acknowledgement(sql, statement.getUpdateCount()));
      }
    }
  }

  /** JDBC has a count for statements of the schema as well, which would say nothing. */
  private static String acknowledgement(String sql, int count) {
    if (!CHANGES_ROWS.matcher(sql).lookingAt()) {
      return "ok";
    }
    return count == 1 ? "1 row changed" : count + " rows changed";
  }

  private ResultFormat resultFormat() {
    if (format != null) {
      return format;
    }
    // Only the launcher knows: a JVM cannot tell a redirected output from a redirected input.
    return Boolean.getBoolean("mosql.terminal") ? ResultFormat.ALIGNED : ResultFormat.PLAIN;
  }

  /** Prints an error and those that go with it. */
  static void report(SQLException failure, PrintWriter err) {
    for (SQLException e = failure; e != null; e = e.getNextException()) {
      err.println("ERROR " + e.getSQLState() + ": " + e.getMessage());
    }
    err.flush();
  }
}

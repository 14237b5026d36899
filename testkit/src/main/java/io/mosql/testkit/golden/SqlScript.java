package io.mosql.testkit.golden;

import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import net.hydromatic.quidem.AbstractCommand;
import net.hydromatic.quidem.Command;
import net.hydromatic.quidem.CommandHandler;
import net.hydromatic.quidem.Quidem;

/**
 * A runner of Quidem scripts over any JDBC connection.
 *
 * <p>Beside Quidem's own commands there are {@code !fails}, which executes a statement and prints
 * its SQLSTATE and message, {@code !done}, which executes one and prints its update count, {@code
 * !explain}, which prints its plan, and {@code !reopen}, which closes the connection and opens
 * another one.
 */
public final class SqlScript {
  private SqlScript() {}

  /** The source of a script's connections. */
  @FunctionalInterface
  public interface Source {
    Connection open() throws SQLException;
  }

  /**
   * Plays a script.
   *
   * @param script with the expected results
   * @return the script with the actual results
   */
  public static String play(String script, Source source) {
    StringWriter written = new StringWriter();
    new Quidem(
            Quidem.configBuilder()
                .withReader(new StringReader(script))
                .withWriter(written)
                .withConnectionFactory((name, reference) -> reference ? null : source.open())
                .withCommandHandler(commands())
                .build())
        .execute();
    return written.toString();
  }

  private static CommandHandler commands() {
    return (lines, content, line) ->
        switch (line) {
          case "fails" -> new Printed(lines, SqlScript::failure);
          case "done" -> new Printed(lines, SqlScript::count);
          case "explain" -> new Printed(lines, SqlScript::plan);
          case "reopen" -> new Reopen(lines);
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
        // Rows are produced on demand, and so are errors.
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {}
        }
        return 0;
      }
      return Math.max(0, statement.getUpdateCount());
    }
  }

  /** The result of a statement, in a line. */
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

    Reopen(List<String> lines) {
      this.lines = List.copyOf(lines);
    }

    @Override
    public void execute(Command.Context context, boolean execute) throws Exception {
      context.connection().close();
      context.use("again");
      context.echo(lines);
    }
  }
}

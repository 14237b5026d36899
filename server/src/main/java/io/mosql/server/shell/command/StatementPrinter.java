package io.mosql.server.shell.command;

import io.mosql.server.result.ResultFormat;
import io.mosql.server.result.ResultSetRows;
import io.mosql.server.result.RowSource;
import io.mosql.server.shell.input.InputSource;
import io.mosql.server.shell.input.InputSplitter;
import io.mosql.server.shell.input.LeadingKeywords;
import io.mosql.server.shell.input.ShellException;
import io.mosql.server.shell.output.DisplaySettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Executor of statements, which prints their results. Confined to one thread. */
final class StatementPrinter {
  private static final int FETCH = 1_000;
  private static final long NO_COUNT = -1;
  private static final double NANOS_PER_MILLI = 1e6;

  private static final Set<String> CHANGES_ROWS =
      Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "COPY");

  private static final Set<String> CHANGES_SCHEMA =
      Set.of("CREATE", "ALTER", "DROP", "RENAME", "GRANT", "REVOKE", "SET", "USE");

  private static final Set<String> BEGINS = Set.of("BEGIN", "START");

  private final ShellContext workspace;

  StatementPrinter(ShellContext workspace) {
    this.workspace = workspace;
  }

  /**
   * Executes a statement; errors are printed, not thrown.
   *
   * @param format of its rows
   */
  ScriptOutcome run(InputSplitter.SqlText sql, InputSource place, ResultFormat format)
      throws ShellException, IOException {
    Connection connection = workspace.link().connection();
    DisplaySettings settings = workspace.settings();
    if (settings.echo()) {
      workspace.output().results().println(sql.text() + ";");
    }
    if (settings.isInteractive() && beginsWith(sql, BEGINS)) {
      workspace.metadata().preload();
    }
    long start = System.nanoTime();
    SQLException failure = null;
    try (Statement statement = connection.createStatement()) {
      workspace.interrupts().setRunning(statement::cancel);
      statement.setFetchSize(FETCH);
      show(sql, statement, statement.execute(sql.text()), format);
      workspace.output().flush();
      warnings(connection, statement);
    } catch (SQLException e) {
      failure = e;
    } finally {
      workspace.interrupts().setRunning(null);
    }
    workspace.output().flush();
    boolean wasLost = workspace.link().isLost();
    workspace.link().statementExecuted(sql.text(), failure);
    if (failure == null && beginsWith(sql, CHANGES_SCHEMA)) {
      workspace.metadata().invalidate();
    }
    if (failure != null) {
      workspace.errors().error(failure, sql, place);
      if (!wasLost && workspace.link().isLost()) {
        workspace.output().messages().println("Connection lost; use \\c to reconnect.");
      }
    }
    timing(System.nanoTime() - start);
    workspace.output().flush();
    return failure == null ? ScriptOutcome.DONE : ScriptOutcome.FAILED;
  }

  private void timing(long nanos) {
    if (workspace.settings().timing()) {
      PrintWriter out = workspace.output().messages();
      out.println(String.format(Locale.ROOT, "Time: %.3f ms", nanos / NANOS_PER_MILLI));
    }
  }

  /** Prints all results of an execution. */
  private void show(
      InputSplitter.SqlText sql, Statement statement, boolean first, ResultFormat format)
      throws SQLException, IOException {
    boolean rows = first;
    boolean acknowledged = false;
    while (true) {
      if (rows) {
        try (ResultSet resultSet = statement.getResultSet()) {
          show(new ResultSetRows(resultSet), format);
        }
        acknowledged = true;
      } else {
        long count = count(statement);
        if (count == NO_COUNT) {
          break;
        }
        acknowledge(sql, count, format);
        acknowledged = true;
      }
      rows = statement.getMoreResults();
    }
    if (!acknowledged) {
      acknowledge(sql, 0, format);
    }
  }

  /** Prints rows and, in formats for display, their number. */
  void show(RowSource rows, ResultFormat format) throws SQLException, IOException {
    PrintWriter out = workspace.output().results();
    long count = format.write(new InterruptibleRows(rows), out, workspace.settings().style());
    if (format.isForPeople()) {
      out.println(count == 1 ? "(1 row)" : "(" + count + " rows)");
    }
  }

  private static long count(Statement statement) throws SQLException {
    try {
      return statement.getLargeUpdateCount();
    } catch (UnsupportedOperationException e) {
      // Older drivers lack the method.
      return statement.getUpdateCount();
    }
  }

  /**
   * Confirms a statement without result rows. JDBC also reports an update count for DDL statements,
   * where it is meaningless.
   */
  private void acknowledge(InputSplitter.SqlText sql, long count, ResultFormat format) {
    if (!format.isForPeople() || workspace.settings().quiet()) {
      return;
    }
    String text = count == 1 ? "1 row changed" : count + " rows changed";
    workspace.output().results().println(beginsWith(sql, CHANGES_ROWS) ? text : "ok");
  }

  private static boolean beginsWith(InputSplitter.SqlText sql, Set<String> words) {
    return LeadingKeywords.first(sql.text(), 1).stream().anyMatch(words::contains);
  }

  private void warnings(Connection connection, Statement statement) throws SQLException {
    workspace.errors().warnings(statement.getWarnings());
    workspace.errors().warnings(connection.getWarnings());
    connection.clearWarnings();
  }

  /** Row source that ends at an interrupt. */
  private final class InterruptibleRows implements RowSource {
    private final RowSource rows;

    InterruptibleRows(RowSource rows) {
      this.rows = rows;
    }

    @Override
    public List<Column> columns() {
      return rows.columns();
    }

    @Override
    public boolean next() throws SQLException, IOException {
      if (workspace.interrupts().isInterrupted()) {
        throw new SQLException("canceling output due to user request", "57014");
      }
      return rows.next();
    }

    @Override
    public @Nullable String text(int column) throws SQLException {
      return rows.text(column);
    }
  }
}

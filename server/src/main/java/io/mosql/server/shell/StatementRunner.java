package io.mosql.server.shell;

import io.mosql.server.result.JdbcRows;
import io.mosql.server.result.ResultFormat;
import io.mosql.server.result.RowSource;
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

/** Runs statements and shows what comes back. Used by one thread. */
final class StatementRunner {
  private static final int FETCH = 1_000;
  private static final long NO_COUNT = -1;
  private static final double NANOS_PER_MILLI = 1e6;

  private static final Set<String> CHANGES_ROWS =
      Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE", "COPY");

  private static final Set<String> CHANGES_SCHEMA =
      Set.of("CREATE", "ALTER", "DROP", "RENAME", "GRANT", "REVOKE", "SET", "USE");

  private static final Set<String> BEGINS = Set.of("BEGIN", "START");

  private final Workspace workspace;

  StatementRunner(Workspace workspace) {
    this.workspace = workspace;
  }

  /**
   * Runs a statement; its errors are shown, not thrown.
   *
   * @param format of its rows
   */
  Outcome run(Pieces.Sql sql, Place place, ResultFormat format) throws ShellException, IOException {
    Connection connection = workspace.link().connection();
    Settings settings = workspace.settings();
    if (settings.echo()) {
      workspace.output().results().println(sql.text() + ";");
    }
    if (settings.talks() && beginsWith(sql, BEGINS)) {
      workspace.metadata().beforeTransaction();
    }
    long start = System.nanoTime();
    SQLException failure = null;
    try (Statement statement = connection.createStatement()) {
      workspace.interrupts().running(statement::cancel);
      statement.setFetchSize(FETCH);
      show(sql, statement, statement.execute(sql.text()), format);
      workspace.output().flush();
      warnings(connection, statement);
    } catch (SQLException e) {
      failure = e;
    } finally {
      workspace.interrupts().running(null);
    }
    workspace.output().flush();
    boolean wasLost = workspace.link().isLost();
    workspace.link().ran(sql.text(), failure);
    if (failure == null && beginsWith(sql, CHANGES_SCHEMA)) {
      workspace.metadata().forget();
    }
    if (failure != null) {
      workspace.errors().error(failure, sql, place);
      if (!wasLost && workspace.link().isLost()) {
        workspace.output().messages().println("The connection is lost; \\c connects again.");
      }
    }
    timing(System.nanoTime() - start);
    workspace.output().flush();
    return failure == null ? Outcome.DONE : Outcome.FAILED;
  }

  private void timing(long nanos) {
    if (workspace.settings().timing()) {
      PrintWriter out = workspace.output().messages();
      out.println(String.format(Locale.ROOT, "Time: %.3f ms", nanos / NANOS_PER_MILLI));
    }
  }

  /** Shows all results of an execution. */
  private void show(Pieces.Sql sql, Statement statement, boolean first, ResultFormat format)
      throws SQLException, IOException {
    boolean rows = first;
    boolean acknowledged = false;
    while (true) {
      if (rows) {
        try (ResultSet resultSet = statement.getResultSet()) {
          show(new JdbcRows(resultSet), format);
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

  /** Shows rows, and for people how many. */
  void show(RowSource rows, ResultFormat format) throws SQLException, IOException {
    PrintWriter out = workspace.output().results();
    long count = format.write(new Stoppable(rows), out, workspace.settings().style());
    if (format.isForPeople()) {
      out.println(count == 1 ? "(1 row)" : "(" + count + " rows)");
    }
  }

  private static long count(Statement statement) throws SQLException {
    try {
      return statement.getLargeUpdateCount();
    } catch (UnsupportedOperationException e) {
      // Drivers older than the method.
      return statement.getUpdateCount();
    }
  }

  /** JDBC has a count for statements of the schema as well, which would say nothing. */
  private void acknowledge(Pieces.Sql sql, long count, ResultFormat format) {
    if (!format.isForPeople() || workspace.settings().quiet()) {
      return;
    }
    String text = count == 1 ? "1 row changed" : count + " rows changed";
    workspace.output().results().println(beginsWith(sql, CHANGES_ROWS) ? text : "ok");
  }

  private static boolean beginsWith(Pieces.Sql sql, Set<String> words) {
    return SqlWords.first(sql.text(), 1).stream().anyMatch(words::contains);
  }

  private void warnings(Connection connection, Statement statement) throws SQLException {
    workspace.errors().warnings(statement.getWarnings());
    workspace.errors().warnings(connection.getWarnings());
    connection.clearWarnings();
  }

  /** Rows until somebody wishes no more. */
  private final class Stoppable implements RowSource {
    private final RowSource rows;

    Stoppable(RowSource rows) {
      this.rows = rows;
    }

    @Override
    public List<Column> columns() {
      return rows.columns();
    }

    @Override
    public boolean next() throws SQLException, IOException {
      if (workspace.interrupts().isWanted()) {
        throw new SQLException("the output was ended by the user", "57014");
      }
      return rows.next();
    }

    @Override
    public @Nullable String text(int column) throws SQLException {
      return rows.text(column);
    }
  }
}

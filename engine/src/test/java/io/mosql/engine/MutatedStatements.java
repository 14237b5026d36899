package io.mosql.engine;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays one golden script on a fresh database, and behind each of its statements some that were
 * made of it: whatever they are, the answer is rows, a count, or an error that says what was wrong.
 */
final class MutatedStatements {
  private static final int SECONDS_MAX = 2;
  private static final int ROWS_MAX = 2_000;

  private final StatementMutations mutations;
  private final StatementMutations.Script script;
  private final String url;
  private final List<String> faults = new ArrayList<>();
  private int done;
  private int refused;
  private int unread;

  /**
   * @param seed of the mutations; it chooses the script as well
   */
  MutatedStatements(long seed) throws IOException {
    this.mutations = new StatementMutations(seed);
    List<StatementMutations.Script> scripts = mutations.scripts();
    this.script = scripts.get((int) Math.floorMod(seed, (long) scripts.size()));
    this.url = "jdbc:mosql:mem:mutated-" + seed;
  }

  /** Mutants that were carried out. */
  int done() {
    return done;
  }

  /** Mutants that could be read and were refused. */
  int refused() {
    return refused;
  }

  /** Mutants that no parser reads. */
  int unread() {
    return unread;
  }

  /**
   * Plays it.
   *
   * @return what should not have come, each with the statement
   */
  List<String> play(int mutants) throws SQLException {
    try (Connection keeper = DriverManager.getConnection(url)) {
      Connection connection = connect();
      for (List<String> statement : script.statements()) {
        connection = run(connection, StatementMutations.text(statement), false);
        for (int i = 0; i < mutants; i++) {
          connection = run(connection, mutations.mutant(statement, script), true);
        }
      }
      connection.close();
      try (Statement last = keeper.createStatement()) {
        last.execute("shutdown");
      }
    }
    return faults;
  }

  private Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    try (Statement statement = connection.createStatement()) {
      statement.execute("set memory_limit = '16MB'");
    }
    return connection;
  }

  /** Runs a statement; the connection for the next one. */
  private Connection run(Connection connection, String sql, boolean counts) throws SQLException {
    int ending = 0;
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(SECONDS_MAX);
      if (statement.execute(sql)) {
        read(statement.getResultSet());
      }
      ending = 1;
    } catch (SQLException e) {
      check(sql, e);
      ending = StatementMutations.isRead(sql) ? 2 : 3;
    } catch (RuntimeException | Error e) {
      faults.add(script.name() + ": " + sql + "\n  " + trace(e));
    }
    if (counts) {
      done += ending == 1 ? 1 : 0;
      refused += ending == 2 ? 1 : 0;
      unread += ending == 3 ? 1 : 0;
    }
    if (connection.isClosed() || !connection.isValid(SECONDS_MAX)) {
      return connect();
    }
    if (counts && !connection.getAutoCommit()) {
      connection.rollback();
    }
    return connection;
  }

  private static void read(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    for (int i = 0; i < ROWS_MAX && rows.next(); i++) {
      for (int column = 1; column <= columns; column++) {
        rows.getObject(column);
        rows.getString(column);
      }
    }
  }

  private void check(String sql, SQLException e) {
    String state = e.getSQLState();
    if (state == null || !state.matches("[0-9A-Z]{5}") || state.equals("XX000")) {
      faults.add(script.name() + ": " + sql + "\n  " + state + " " + trace(e));
    } else if (e.getMessage() == null
        || e.getMessage().contains("Exception")
        || e.getMessage().contains("org.apache")) {
      faults.add(script.name() + ": " + sql + "\n  says " + e.getMessage());
    }
  }

  private static String trace(Throwable thrown) {
    StringBuilder trace = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      StackTraceElement[] stack = t.getStackTrace();
      trace.append(t).append(stack.length == 0 ? "" : " at " + stack[0]).append("\n  ");
    }
    return trace.toString();
  }
}

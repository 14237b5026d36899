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
 * Plays one golden script on a fresh database, with mutants of each statement after it: the
 * response to each is rows, a count, or an error that describes the problem.
 */
final class MutatedStatements {
  private static final int SECONDS_MAX = 2;
  private static final int ROWS_MAX = 2_000;

  /** Message of the planner for a tree without a Calcite rule. */
  private static final String NOT_UNDERSTOOD = "the statement is not understood";

  private final StatementMutations mutations;
  private final StatementMutations.Script script;
  private final String url;
  private final List<MutationFinding> faults = new ArrayList<>();
  private final List<MutationFinding> guarded = new ArrayList<>();
  private int done;
  private int refused;
  private int unread;

  /**
   * @param seed of the mutations, and of the choice of the script
   */
  MutatedStatements(long seed) throws IOException {
    this.mutations = new StatementMutations(seed);
    List<StatementMutations.Script> scripts = mutations.scripts();
    this.script = scripts.get((int) Math.floorMod(seed, (long) scripts.size()));
    this.url = "jdbc:mosql:mem:mutated-" + seed;
  }

  /** Number of executed mutants. */
  int done() {
    return done;
  }

  /** Number of parsed and refused mutants. */
  int refused() {
    return refused;
  }

  /** Number of mutants with syntax errors. */
  int unread() {
    return unread;
  }

  /** Mutants refused because of a failure in Calcite: acceptable, but there should be few. */
  List<MutationFinding> guarded() {
    return guarded;
  }

  /**
   * Plays the script.
   *
   * @return the unexpected outcomes
   */
  List<MutationFinding> play(int mutants) throws SQLException {
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

  /** Runs a statement; returns the connection for the next one. */
  private Connection run(Connection connection, String sql, boolean counts) throws SQLException {
    int ending = 0;
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(SECONDS_MAX);
      if (statement.execute(sql)) {
        read(statement.getResultSet());
      }
      ending = 1;
    } catch (SQLException e) {
      check(sql, e, counts);
      ending = StatementMutations.isRead(sql) ? 2 : 3;
    } catch (RuntimeException | Error e) {
      faults.add(MutationFinding.thrown(script.name(), sql, "", e));
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

  private void check(String sql, SQLException e, boolean counts) {
    String state = e.getSQLState();
    String message = String.valueOf(e.getMessage());
    if (state == null || !state.matches("[0-9A-Z]{5}") || state.equals("XX000")) {
      faults.add(MutationFinding.thrown(script.name(), sql, state, e));
    } else if (e.getMessage() == null
        || message.contains("Exception")
        || message.contains("org.apache")) {
      faults.add(MutationFinding.said(script.name(), sql, message));
    } else if (counts && message.startsWith(NOT_UNDERSTOOD)) {
      guarded.add(MutationFinding.thrown(script.name(), sql, message, e));
    }
  }
}

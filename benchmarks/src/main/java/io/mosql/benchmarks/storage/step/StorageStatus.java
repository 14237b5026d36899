package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** Checkpoint requests and storage status of a database. */
public final class StorageStatus {
  /** Larger than any log or heap; MoSQL accepts sizes of at most 15 digits. */
  private static final long NEVER_BYTES = 100_000_000_000_000L;

  private static final int NEVER_SECONDS = 1_000_000;

  /** Connection properties that disable automatic checkpoints. */
  public static final Map<String, String> NONE =
      Map.of(
          "checkpointLogBytes", Long.toString(NEVER_BYTES),
          "checkpointSeconds", Integer.toString(NEVER_SECONDS),
          "dirtyBytes", Long.toString(NEVER_BYTES));

  private static final String VIEW = "mosql.storage";

  private StorageStatus() {}

  /** Requests a checkpoint and waits for its completion. */
  public static void checkpoint(Connection connection) throws SQLException {
    ItemTable.execute(connection, "CHECKPOINT");
  }

  /** Whether an error means that the database does not support the statement. */
  static boolean isUnknown(SQLException error) {
    String state = error.getSQLState();
    return state != null && (state.startsWith("0A") || state.startsWith("42"));
  }

  /** Returns the storage status of the database as one line; empty when it has no such view. */
  public static Optional<String> view(Connection connection) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM " + VIEW)) {
      if (!row.next()) {
        return Optional.empty();
      }
      ResultSetMetaData columns = row.getMetaData();
      StringBuilder line = new StringBuilder(VIEW).append(':');
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        line.append(' ').append(columns.getColumnLabel(i)).append('=').append(row.getString(i));
      }
      return Optional.of(line.toString());
    } catch (SQLException e) {
      // Some databases lack the view, and no result depends on it.
      return Optional.empty();
    }
  }
}

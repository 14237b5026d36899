package io.mosql.benchmarks.storage.step;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;

/** Requests checkpoints and reads the storage status of a database. */
public final class StorageStatus {
  /** More than any log or heap; a size of 15 digits is the longest that MoSQL takes. */
  private static final long NEVER_BYTES = 100_000_000_000_000L;

  private static final int NEVER_SECONDS = 1_000_000;

  /** Connection properties that keep a database from making checkpoints by itself. */
  public static final Map<String, String> NONE =
      Map.of(
          "checkpointLogBytes", Long.toString(NEVER_BYTES),
          "checkpointSeconds", Integer.toString(NEVER_SECONDS),
          "dirtyBytes", Long.toString(NEVER_BYTES));

  private static final String VIEW = "mosql.storage";

  private StorageStatus() {}

  /** Makes one; returns when it is done. */
  public static void checkpoint(Connection connection) throws SQLException {
    ItemTable.execute(connection, "CHECKPOINT");
  }

  /** Whether an error says that the database does not know the statement at all. */
  static boolean isUnknown(SQLException error) {
    String state = error.getSQLState();
    return state != null && (state.startsWith("0A") || state.startsWith("42"));
  }

  /** The database's own figures of storage, one line; none when it has no such view. */
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
      // Not every database has the view, and no figure depends on it.
      return Optional.empty();
    }
  }
}

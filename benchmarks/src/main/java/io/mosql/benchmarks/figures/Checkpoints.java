package io.mosql.benchmarks.figures;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the figures know about a database's checkpoints and its cache of pages. */
final class Checkpoints {
  /** More than any log or heap; a size of 15 digits is the longest that MoSQL takes. */
  private static final long NEVER_BYTES = 100_000_000_000_000L;

  private static final int NEVER_SECONDS = 1_000_000;

  /** Connection properties that keep a database from making checkpoints by itself. */
  static final Map<String, String> NONE =
      Map.of(
          "checkpointLogBytes", Long.toString(NEVER_BYTES),
          "checkpointSeconds", Integer.toString(NEVER_SECONDS),
          "dirtyBytes", Long.toString(NEVER_BYTES));

  private static final List<String> VIEWS = List.of("mosql.storage", "mosql.cache");

  private Checkpoints() {}

  /** Makes one; returns when it is done. */
  static void make(Connection connection) throws SQLException {
    Items.execute(connection, "CHECKPOINT");
  }

  /** Whether an error says that the database does not know the statement at all. */
  static boolean isUnknown(SQLException error) {
    String state = error.getSQLState();
    return state != null && (state.startsWith("0A") || state.startsWith("42"));
  }

  /** The rows of the system views about storage, as far as the database has them. */
  static List<String> views(Connection connection) {
    List<String> lines = new ArrayList<>();
    for (String view : VIEWS) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT * FROM " + view)) {
        ResultSetMetaData columns = rows.getMetaData();
        while (rows.next()) {
          StringBuilder line = new StringBuilder(view).append(':');
          for (int i = 1; i <= columns.getColumnCount(); i++) {
            line.append(' ')
                .append(columns.getColumnLabel(i))
                .append('=')
                .append(rows.getString(i));
          }
          lines.add(line.toString());
        }
      } catch (SQLException ignored) {
        // Not every database has the view, and no figure depends on it.
      }
    }
    return lines;
  }
}

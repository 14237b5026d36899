package io.mosql.benchmarks.tpcc.check;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks the twelve conditions of a database in rest. An error in a query fails its condition. */
public final class ConsistencyCheck {
  private final Connection connection;

  public ConsistencyCheck(Connection connection) {
    this.connection = connection;
  }

  /**
   * @param expected delivered orders of each district as the caller counted them (condition 11), or
   *     null when it cannot know
   * @param listener told each result as soon as it is there
   */
  public List<ConditionResult> run(
      @Nullable Delivered expected, Consumer<ConditionResult> listener) {
    List<ConditionResult> results = new ArrayList<>();
    for (Condition condition : Condition.ALL) {
      long start = System.nanoTime();
      String detail;
      try {
        detail = violation(condition);
        if (detail == null && condition.number() == 11 && expected != null) {
          detail = differenceTo(expected);
        }
      } catch (SQLException | RuntimeException e) {
        detail = "could not be asked: " + e.getMessage();
      }
      double millis = (System.nanoTime() - start) / 1e6;
      ConditionResult result =
          new ConditionResult(
              condition.number(), condition.title(), detail == null, detail, millis);
      results.add(result);
      listener.accept(result);
    }
    return results;
  }

  private @Nullable String violation(Condition condition) throws SQLException {
    for (String sql : condition.violations()) {
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(sql)) {
        if (row.next()) {
          return describe(row);
        }
      }
    }
    return null;
  }

  private static String describe(ResultSet row) throws SQLException {
    ResultSetMetaData columns = row.getMetaData();
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      text.append(i == 1 ? "" : ", ").append(columns.getColumnLabel(i).toLowerCase(Locale.ROOT));
      text.append(" = ").append(row.getString(i));
    }
    return text.toString();
  }

  private @Nullable String differenceTo(Delivered expected) throws SQLException {
    Delivered found = new Delivered(expected);
    readDelivered(connection, found);
    String difference = expected.difference(found);
    return difference.isEmpty() ? null : difference;
  }

  /** Adds what the database holds. */
  public static void readDelivered(Connection connection, Delivered into) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT o_w_id, o_d_id, count(o_carrier_id) FROM oorder GROUP BY o_w_id, o_d_id")) {
      while (row.next()) {
        into.add(row.getInt(1), row.getInt(2), row.getLong(3));
      }
    }
  }
}

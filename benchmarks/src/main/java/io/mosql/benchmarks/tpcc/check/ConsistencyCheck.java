package io.mosql.benchmarks.tpcc.check;

import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.ConsistencyQueries;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Check of the twelve consistency conditions on an idle database. */
public final class ConsistencyCheck {
  private final Connection connection;

  public ConsistencyCheck(Connection connection) {
    this.connection = connection;
  }

  /**
   * @param expected delivered orders of each district as counted by the caller (condition 11), or
   *     null when unknown
   * @param listener receives each result immediately
   */
  public List<ConditionResult> run(
      @Nullable DeliveredOrders expected, Consumer<ConditionResult> listener) {
    List<ConditionResult> results = new ArrayList<>();
    for (ConsistencyCondition condition : ConsistencyCondition.ALL) {
      ConditionResult result =
          ConsistencyQueries.ask(
              condition.number(), condition.title(), () -> violation(condition, expected));
      results.add(result);
      listener.accept(result);
    }
    return results;
  }

  private @Nullable String violation(
      ConsistencyCondition condition, @Nullable DeliveredOrders expected) throws SQLException {
    for (String sql : condition.violations()) {
      String row = ConsistencyQueries.firstRow(connection, sql);
      if (row != null) {
        return row;
      }
    }
    return condition.number() == 11 && expected != null ? differenceTo(expected) : null;
  }

  private @Nullable String differenceTo(DeliveredOrders expected) throws SQLException {
    DeliveredOrders found = new DeliveredOrders(expected);
    readDelivered(connection, found);
    String difference = expected.difference(found);
    return difference.isEmpty() ? null : difference;
  }

  /** Adds the delivered orders of the database. */
  public static void readDelivered(Connection connection, DeliveredOrders into)
      throws SQLException {
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

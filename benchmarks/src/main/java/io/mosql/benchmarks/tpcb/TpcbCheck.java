package io.mosql.benchmarks.tpcb;

import io.mosql.benchmarks.report.ConditionResult;
import io.mosql.benchmarks.testbed.ConsistencyQueries;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Consistency conditions of the TPC-B specification, for an idle database: equal sums, and a
 * history that contains exactly the committed transactions.
 */
final class TpcbCheck {
  private static final int EXAMPLES_MAX = 10;

  // Sums over a union, since some databases join a grouped sub-query slowly without an index.
  private static final String BRANCH_AND_TELLERS =
      difference("bid", "bbalance", "tpcb_branches", "tbalance", "tpcb_tellers");
  private static final String TELLER_AND_HISTORY =
      difference("tid", "tbalance", "tpcb_tellers", "delta", "tpcb_history");
  private static final String ACCOUNT_AND_HISTORY =
      difference("aid", "abalance", "tpcb_accounts", "delta", "tpcb_history");

  private final Connection connection;

  TpcbCheck(Connection connection) {
    this.connection = connection;
  }

  /**
   * Selects the keys for which an amount of one table differs from the sum of amounts of another.
   */
  private static String difference(
      String key, String amount, String table, String otherAmount, String otherTable) {
    return """
        SELECT %1$s, sum(amount) AS difference FROM
          (SELECT %1$s, %2$s AS amount FROM %3$s
           UNION ALL SELECT %1$s, 0 - %4$s FROM %5$s) amounts
        GROUP BY %1$s HAVING sum(amount) <> 0"""
        .formatted(key, amount, table, otherAmount, otherTable);
  }

  long historyRows() throws SQLException {
    return ConsistencyQueries.number(connection, "SELECT count(*) FROM tpcb_history");
  }

  /**
   * @param expectedHistory expected rows of the history; null when unknown
   */
  List<ConditionResult> conditions(@Nullable Long expectedHistory) {
    List<ConditionResult> results = new ArrayList<>();
    results.add(
        ConsistencyQueries.ask(
            1, "sums of branches, tellers, accounts and history are equal", this::sums));
    results.add(first(2, "the balance of a branch = sum of its tellers'", BRANCH_AND_TELLERS));
    results.add(first(3, "the balance of a teller = sum of its history", TELLER_AND_HISTORY));
    results.add(first(4, "the balance of an account = sum of its history", ACCOUNT_AND_HISTORY));
    if (expectedHistory != null) {
      results.add(
          ConsistencyQueries.ask(
              5, "count(history) = acknowledged transactions", () -> history(expectedHistory)));
    }
    return results;
  }

  private ConditionResult first(int number, String title, String sql) {
    return ConsistencyQueries.ask(
        number, title, () -> ConsistencyQueries.firstRow(connection, sql));
  }

  private @Nullable String sums() throws SQLException {
    long branches = sum("bbalance", "tpcb_branches");
    long tellers = sum("tbalance", "tpcb_tellers");
    long accounts = sum("abalance", "tpcb_accounts");
    long history = sum("delta", "tpcb_history");
    boolean equal = branches == tellers && branches == accounts && branches == history;
    return equal
        ? null
        : "branches %d, tellers %d, accounts %d, history %d"
            .formatted(branches, tellers, accounts, history);
  }

  private long sum(String column, String table) throws SQLException {
    return ConsistencyQueries.number(
        connection, "SELECT coalesce(sum(" + column + "), 0) FROM " + table);
  }

  private @Nullable String history(long expected) throws SQLException {
    long rows = historyRows();
    return rows == expected ? null : "%d rows, %d expected".formatted(rows, expected);
  }

  /** The first acknowledged transactions that are missing in the history, and their number. */
  record Missing(long count, List<String> examples) {}

  /**
   * @param acknowledged log lines of teller, branch, account and amount
   */
  Missing missing(List<String> acknowledged) throws SQLException {
    Map<String, Integer> open = new HashMap<>();
    for (String line : acknowledged) {
      open.merge(line, 1, Integer::sum);
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT tid, bid, aid, delta FROM tpcb_history")) {
      while (row.next()) {
        String line =
            row.getInt(1) + "," + row.getInt(2) + "," + row.getInt(3) + "," + row.getLong(4);
        open.computeIfPresent(line, (key, count) -> count == 1 ? null : count - 1);
      }
    }
    long count = open.values().stream().mapToLong(Integer::longValue).sum();
    List<String> examples =
        open.keySet().stream()
            .limit(EXAMPLES_MAX)
            .map(line -> "acknowledged " + line + ": not in the history")
            .toList();
    return new Missing(count, examples);
  }
}

package io.mosql.benchmarks.testbed;

import io.mosql.benchmarks.report.ConditionResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks consistency conditions of an idle database. */
public final class ConsistencyQueries {
  private ConsistencyQueries() {}

  /** One condition. */
  public interface Question {
    /** What breaks it, in words; null when it holds. */
    @Nullable String violation() throws SQLException;
  }

  /** An error in a query breaks its condition. */
  public static ConditionResult ask(int number, String title, Question question) {
    long start = System.nanoTime();
    String detail;
    try {
      detail = question.violation();
    } catch (SQLException | RuntimeException e) {
      detail = "could not be asked: " + e.getMessage();
    }
    double millis = (System.nanoTime() - start) / 1e6;
    return new ConditionResult(number, title, detail == null, detail, millis);
  }

  /** The first row of a query, in words; null when it returns none. */
  public static @Nullable String firstRow(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.next() ? describe(row) : null;
    }
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

  /** The only number that a query returns. */
  public static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      if (!row.next()) {
        throw new SQLException("no row from " + sql, "02000");
      }
      return row.getLong(1);
    }
  }
}

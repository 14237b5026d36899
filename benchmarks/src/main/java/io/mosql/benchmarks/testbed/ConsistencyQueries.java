package io.mosql.benchmarks.testbed;

import io.mosql.benchmarks.report.ConditionResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Execution of consistency conditions on an idle database. */
public final class ConsistencyQueries {
  private ConsistencyQueries() {}

  /** Query of one condition. */
  public interface Question {
    /** Describes a violation; null when the condition holds. */
    @Nullable String violation() throws SQLException;
  }

  /** Evaluates a condition; an error in a query counts as a violation. */
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

  /** Returns the first row of a query as text; null when the query returns no rows. */
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

  /** Returns the single number of a query. */
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

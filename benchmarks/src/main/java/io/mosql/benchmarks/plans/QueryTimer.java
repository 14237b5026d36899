package io.mosql.benchmarks.plans;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Timer of the queries of one connection. A query first runs until it is warm; then each round
 * repeats it for some time and takes the mean. Not thread-safe.
 */
final class QueryTimer {
  private static final int WARM_RUNS = 1_000;

  private final Connection connection;
  private final Effort effort;

  /**
   * How long a query is run.
   *
   * @param limitSeconds time limit of one execution
   */
  record Effort(int rounds, long warmNanos, long roundNanos, int limitSeconds) {
    private static final long WARM_NANOS = 300_000_000;
    private static final long ROUND_NANOS = 30_000_000;

    static Effort of(int rounds, int limitSeconds) {
      return new Effort(rounds, WARM_NANOS, ROUND_NANOS, limitSeconds);
    }

    /** One execution, and another one that is timed. */
    static Effort least(int limitSeconds) {
      return new Effort(1, 0, 0, limitSeconds);
    }
  }

  /**
   * Outcome of a query.
   *
   * @param millis median of the rounds; NaN when the query failed
   * @param problem error; empty for none
   */
  record Outcome(double millis, List<String> rows, String problem) {}

  QueryTimer(Connection connection, Effort effort) {
    this.connection = connection;
    this.effort = effort;
  }

  Outcome run(PlanQuery query) {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(effort.limitSeconds);
      long start = System.nanoTime();
      List<String> rows = read(statement, query);
      for (int i = 1; i < WARM_RUNS && System.nanoTime() - start < effort.warmNanos; i++) {
        read(statement, query);
      }
      double[] millis = new double[effort.rounds];
      for (int round = 0; round < effort.rounds; round++) {
        millis[round] = round(statement, query);
      }
      Arrays.sort(millis);
      return new Outcome(millis[effort.rounds / 2], rows, "");
    } catch (SQLException e) {
      String problem = Objects.requireNonNullElse(e.getSQLState(), "") + " " + e.getMessage();
      return new Outcome(Double.NaN, List.of(), problem.strip().replaceAll("\\s+", " "));
    }
  }

  private double round(Statement statement, PlanQuery query) throws SQLException {
    long start = System.nanoTime();
    int runs = 0;
    long nanos;
    do {
      read(statement, query);
      runs++;
      nanos = System.nanoTime() - start;
    } while (nanos < effort.roundNanos);
    return nanos / 1e6 / runs;
  }

  /**
   * Reads all rows as texts that are the same for all databases, sorted unless they are ordered.
   */
  private static List<String> read(Statement statement, PlanQuery query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(query.sql())) {
      int width = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= width; i++) {
          row.append(i == 1 ? "" : "|").append(text(result.getObject(i)));
        }
        rows.add(row.toString());
      }
    }
    if (!query.ordered()) {
      rows.sort(null);
    }
    return rows;
  }

  /** Numbers to four digits, since averages have more in some databases. */
  private static String text(@Nullable Object value) {
    return value instanceof Number number
        ? new BigDecimal(number.toString())
            .setScale(6, RoundingMode.HALF_UP)
            .setScale(4, RoundingMode.HALF_UP)
            .stripTrailingZeros()
            .toPlainString()
        : String.valueOf(value);
  }

  /** The plan of a query, as EXPLAIN has it. */
  List<String> plan(PlanQuery query) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN " + query.sql())) {
      int width = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder line = new StringBuilder();
        for (int i = 1; i <= width; i++) {
          line.append(i == 1 ? "" : "  ").append(result.getString(i));
        }
        lines.addAll(line.toString().lines().toList());
      }
    }
    return lines;
  }
}

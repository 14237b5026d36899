package io.mosql.benchmarks.tpch;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Power run: executes the queries sequentially in several rounds, and takes the median time of
 * each.
 */
final class PowerRun {
  private final Connection connection;
  private final double scale;
  private final int rounds;
  private final int secondsPerQuery;
  private final @Nullable ReferenceAnswers expected;

  /**
   * Outcome of a query.
   *
   * @param number query number from 1
   * @param millis median time; NaN when the query failed
   * @param problem problem description; empty for none
   */
  record Outcome(int number, double millis, List<String> rows, String problem) {}

  /**
   * @param expected reference answers; null when unavailable
   */
  PowerRun(
      Connection connection,
      double scale,
      int rounds,
      int secondsPerQuery,
      @Nullable ReferenceAnswers expected) {
    this.connection = connection;
    this.scale = scale;
    this.rounds = rounds;
    this.secondsPerQuery = secondsPerQuery;
    this.expected = expected;
  }

  /**
   * @param progress receives each outcome
   */
  List<Outcome> run(Consumer<Outcome> progress) {
    List<Outcome> outcomes = new ArrayList<>();
    List<String> queries = TpchQueries.at(scale);
    for (int i = 0; i < queries.size(); i++) {
      Outcome outcome = run(i, queries.get(i));
      progress.accept(outcome);
      outcomes.add(outcome);
    }
    return outcomes;
  }

  private Outcome run(int index, String sql) {
    double[] millis = new double[rounds];
    List<String> rows = List.of();
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(secondsPerQuery);
      for (int round = 0; round < rounds; round++) {
        long start = System.nanoTime();
        try (ResultSet result = statement.executeQuery(sql)) {
          rows = ReferenceAnswers.read(result);
        }
        millis[round] = (System.nanoTime() - start) / 1e6;
      }
    } catch (SQLException e) {
      String problem = e.getSQLState() + " " + e.getMessage();
      return new Outcome(index + 1, Double.NaN, List.of(), problem.replaceAll("\\s+", " "));
    }
    Arrays.sort(millis);
    String problem = expected == null ? "" : expected.difference(index, rows).orElse("");
    return new Outcome(index + 1, millis[rounds / 2], rows, problem);
  }
}

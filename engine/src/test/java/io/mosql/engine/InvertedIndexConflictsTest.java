package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A search by an inverted index reads the entries that it scanned: a document added to these
 * entries is a phantom, other documents cause no conflict.
 */
final class InvertedIndexConflictsTest {
  private static final String URL = "jdbc:mosql:mem:inverted-conflicts";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '~',
      value = {
        // found or not, a new match is a phantom
        "j @> '{\"a\": 1}'; insert into t values (9, '{\"a\": 1}', 0); 40001",
        "j @> '{\"a\": 777}'; insert into t values (9, '{\"a\": 777}', 0); 40001",
        "'{\"a\": 777}' <@ j; insert into t values (9, '{\"a\": 777, \"b\": 1}', 0); 40001",
        "j @> '{\"a\": 1}'; insert into t values (9, '{\"a\": 2}', 0); none",
        "j @> '{\"a\": 1}'; insert into t values (9, null, 0); none",
        "j @> '{\"a\": 777}'; update t set j = '{\"a\": 777}' where id = 5; 40001",
        "j @> '{\"a\": 1}'; update t set j = '{\"a\": 2}' where id = 1; 40001",
        "j @> '{\"a\": 1}'; update t set j = '{\"a\": 3}' where id = 2; none",
        "j @> '{\"a\": 1}'; update t set n = 7 where id = 1; none",
        "j @> '{\"a\": 1}'; delete from t where id = 1; 40001",
        "j @> '{\"a\": 1}'; delete from t where id = 2; none",
        // only the rarest item is read
        "j @> '{\"a\": 1, \"k\": 777}'; insert into t values (9, '{\"a\": 1}', 0); none",
        "j @> '{\"a\": 1, \"k\": 777}'; insert into t values (9, '{\"a\": 1, \"k\": 777}', 0); 40001",
        "j ? 'none'; insert into t values (9, '[\"none\"]', 0); 40001",
        "j ? 'none'; insert into t values (9, '{\"a\": \"none\"}', 0); none",
        "j ?| '{x,none}'; insert into t values (9, '{\"none\": null}', 0); 40001",
        "j ?& '{a,none}'; insert into t values (9, '{\"none\": 5}', 0); 40001",
        "j ?& '{a,none}'; insert into t values (9, '{\"a\": 5}', 0); none",
        "j @> '{\"a\": 777}' or j ? 'none'; insert into t values (9, '\"none\"', 0); 40001",
        "j @> '{\"a\": 777}' or j ? 'none'; insert into t values (9, '{\"a\": 5}', 0); none",
        "j @? '$.a ? (@ == 777)'; insert into t values (9, '{\"a\": [777]}', 0); 40001",
        "j @@ '$.a == 777'; insert into t values (9, '{\"a\": 777}', 0); 40001",
        // no item to search for: all rows are read
        "j @> '{}' and n = 5; insert into t values (9, '{\"z\": 777}', 5); 40001"
      })
  void phantomsConflict(String condition, String change, String expected) throws SQLException {
    for (String level : new String[] {"serializable", "repeatable read"}) {
      for (String ops : new String[] {"jsonb_ops", "jsonb_path_ops"}) {
        boolean keys = condition.contains("?") && !condition.contains("@?");
        if (ops.equals("jsonb_path_ops") && keys) {
          continue;
        }
        String outcome = outcome(level, ops, condition, change);
        assertThat(outcome)
            .as(level + " " + ops)
            .isEqualTo(level.equals("serializable") ? expected : "none");
      }
    }
  }

  private static String outcome(String level, String ops, String condition, String change)
      throws SQLException {
    try (Connection reader = DriverManager.getConnection(URL);
        Connection writer = DriverManager.getConnection(URL);
        Statement reading = reader.createStatement();
        Statement writing = writer.createStatement()) {
      writing.execute("drop table if exists t, log");
      writing.execute("create table t (id int primary key, j jsonb, n int)");
      writing.execute("create table log (n int)");
      writing.execute(
          "insert into t select g, jsonb_build_object('a', g, 'k', g % 3), 0"
              + " from generate_series(1, 8) s (g)");
      writing.execute("create index t_j on t using gin (j " + ops + ")");
      reader.setTransactionIsolation(
          level.equals("serializable")
              ? Connection.TRANSACTION_SERIALIZABLE
              : Connection.TRANSACTION_REPEATABLE_READ);
      reader.setAutoCommit(false);
      String query = "select id from t where " + condition;
      try (ResultSet rows = reading.executeQuery(query)) {
        while (rows.next()) {
          assertThat(rows.getInt(1)).isPositive();
        }
      }
      writing.execute(change);
      reading.execute("insert into log values (1)");
      String outcome = "none";
      try {
        reader.commit();
      } catch (SQLException e) {
        outcome = e.getSQLState();
      }
      reader.rollback();
      try (ResultSet plan = writing.executeQuery("explain " + query)) {
        StringBuilder lines = new StringBuilder();
        while (plan.next()) {
          lines.append(plan.getString(1));
        }
        assertThat(lines).contains("by t_j [");
      }
      writing.execute("shutdown");
      return outcome;
    }
  }
}

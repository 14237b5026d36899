package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A JSON expression reads the whole document, and no other column. */
final class JsonConflictsTest {
  private static final String URL = "jdbc:mosql:mem:json-conflicts";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "select id from t where j @> '{\"a\": 1}' | j | 40001",
        "select id from t where '{\"a\": 1}' <@ j | j | 40001",
        "select jsonb_path_exists(j, '$.a ? (@ > 0)') from t | j | 40001",
        "select jsonb_path_query_first(j, '$.a') from t where id = 1 | j | 40001",
        "select json_value(j, '$.a.type()') from t | j | 40001",
        "select j -> 'a' from t | j | 40001",
        "select count(*) from t where j @> '{\"a\": 1}' | k | none",
        "select json_exists(j, '$.a ? (@ == 1)') from t where id = 1 | k | none"
      })
  void aReaderOfTheDocumentConflictsWithItsChange(String read, String column, String expected)
      throws SQLException {
    try (Connection reader = DriverManager.getConnection(URL);
        Connection writer = DriverManager.getConnection(URL);
        Statement reading = reader.createStatement();
        Statement writing = writer.createStatement()) {
      writing.execute("create table t (id int primary key, j json, k json)");
      writing.execute("create table log (n int)");
      writing.execute("insert into t values (1, '{\"a\": 1}', '1')");
      reader.setAutoCommit(false);
      try (ResultSet rows = reading.executeQuery(read)) {
        assertThat(rows.next()).isTrue();
      }
      writing.execute("update t set " + column + " = '{\"a\": 2}'");
      reading.execute("insert into log values (1)");
      String outcome = "none";
      try {
        reader.commit();
      } catch (SQLException e) {
        outcome = e.getSQLState();
      }
      assertThat(outcome).isEqualTo(expected);
      reader.rollback();
      writing.execute("shutdown");
    }
  }
}

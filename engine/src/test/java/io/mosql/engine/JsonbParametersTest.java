package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSONB through JDBC: parameters, also beside the operator {@code ?}, results and their types. */
final class JsonbParametersTest {
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection("jdbc:mosql:mem:jsonbparameters");
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS t");
      statement.execute("CREATE TABLE t (id INT PRIMARY KEY, j JSONB)");
    }
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
      assertThat(insert.getParameterMetaData().getParameterTypeName(2)).isEqualTo("JSONB");
      insert.setInt(1, 1);
      insert.setString(2, "{\"b\":1, \"a\":[1]}");
      insert.addBatch();
      insert.setInt(1, 2);
      insert.setObject(2, "[1,2]", Types.OTHER);
      insert.addBatch();
      insert.setInt(1, 3);
      insert.setNull(2, Types.OTHER);
      insert.addBatch();
      insert.executeBatch();
    }
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<@Nullable String> rows(String sql, Object value) throws SQLException {
    List<@Nullable String> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, value);
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(result.getString(1));
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "SELECT id FROM t WHERE j ? ? ~ a ~ 1",
        "SELECT id FROM t WHERE j ?? ? ~ a ~ 1",
        "SELECT id FROM t WHERE j = ? ~ {\"a\":[1.0],\"b\":1} ~ 1",
        "SELECT id FROM t WHERE j IN (?, '7') ~ [1, 2.0] ~ 2",
        "SELECT id FROM t WHERE j @> ? ~ {\"a\":[1]} ~ 1",
        "SELECT id FROM t WHERE j @? ? ~ $.a ~ 1",
        "SELECT j -> ? FROM t WHERE id = 1 ~ b ~ 1",
        "SELECT j || ? FROM t WHERE id = 1 ~ {\"c\": 1} ~ {\"a\": [1], \"b\": 1, \"c\": 1}",
        "SELECT j - ? FROM t WHERE id = 1 ~ b ~ {\"a\": [1]}",
        "SELECT jsonb_set(j, '{b}', ?) FROM t WHERE id = 1 ~ [] ~ {\"a\": [1], \"b\": []}",
        "SELECT ?::jsonb ~ [ 1] ~ [1]",
        "SELECT key FROM jsonb_each(?) ~ {\"x\":1} ~ x",
        "SELECT coalesce(j, ?) FROM t WHERE id = 3 ~ {} ~ {}",
        "UPDATE t SET j = ? WHERE id = 2 RETURNING j ~ {\"z\":1} ~ {\"z\": 1}",
      })
  void aTextParameterTakesTheTypeOfItsContext(String sql, String value, String expected)
      throws SQLException {
    assertThat(rows(sql, value)).containsExactly(expected);
  }

  @Test
  void aNumberIsTheNumberOfAnItem() throws SQLException {
    assertThat(rows("SELECT j - ? FROM t WHERE id = 2", 0)).containsExactly("[2]");
    assertThat(rows("SELECT j -> ? FROM t WHERE id = 2", -1)).containsExactly("2");
  }

  @Test
  void invalidJsonIsRejected() {
    assertThatThrownBy(() -> rows("UPDATE t SET j = ? WHERE id = 1 RETURNING j", "{"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22P02"));
    assertThatThrownBy(() -> rows("UPDATE t SET j = ? WHERE id = 1 RETURNING j", 5))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22018"));
  }

  @Test
  void resultsAreTextsOfTypeJsonb() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT j FROM t WHERE id = 1")) {
      ResultSetMetaData metaData = result.getMetaData();
      assertThat(metaData.getColumnTypeName(1)).isEqualTo("JSONB");
      assertThat(metaData.getColumnType(1)).isEqualTo(Types.OTHER);
      assertThat(metaData.getColumnClassName(1)).isEqualTo("java.lang.String");
      assertThat(result.next()).isTrue();
      assertThat(result.getObject(1)).isEqualTo("{\"a\": [1], \"b\": 1}");
      assertThat(result.getObject(1, String.class)).isEqualTo("{\"a\": [1], \"b\": 1}");
    }
    try (ResultSet columns = connection.getMetaData().getColumns(null, null, "t", "j")) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("TYPE_NAME")).isEqualTo("JSONB");
    }
  }
}

package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.testkit.Rotation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Each operator, aggregate and clause with each pair of types has a result, or an error that
 * describes the problem, and never an internal error. Comparisons are the same in conditions, joins
 * and lists.
 */
final class TypePairsTest {
  private static final List<String> VALUES =
      List.of(
          "b", "si", "i", "bi", "n", "r", "f", "s", "c", "x", "d", "t", "ts", "z", "iv", "u", "j",
          "k", "NULL", "'1'", "7", "1.5", "?");

  private static final List<String> PAIRS =
      List.of(
          "SELECT $1 = $2 FROM t",
          "SELECT $1 < $2 FROM t",
          "SELECT $1 IS DISTINCT FROM $2 FROM t",
          "SELECT $1 + $2 FROM t",
          "SELECT $1 - $2 FROM t",
          "SELECT $1 * $2 FROM t",
          "SELECT $1 / $2 FROM t",
          "SELECT $1 % $2 FROM t",
          "SELECT $1 || $2 FROM t",
          "SELECT $1 LIKE $2 FROM t",
          "SELECT $1 ILIKE $2 FROM t",
          "SELECT $1 ~ $2 FROM t",
          "SELECT $1 AND $2 FROM t",
          "SELECT $1 -> $2 FROM t",
          "SELECT $1 @> $2 FROM t",
          "SELECT $1 IN ($2, $2) FROM t",
          "SELECT $1 NOT IN (SELECT $2 FROM t) FROM t",
          "SELECT $1 >= ALL (SELECT $2 FROM t) FROM t",
          "SELECT $1 = ANY (ARRAY[$2]) FROM t",
          "SELECT $1 BETWEEN $2 AND $2 FROM t",
          "SELECT ($1, 1) = ($2, 1) FROM t",
          "SELECT ($1, i) < ($2, i) FROM t",
          "SELECT CASE WHEN i > 0 THEN $1 ELSE $2 END FROM t",
          "SELECT CASE $1 WHEN $2 THEN 1 END FROM t",
          "SELECT coalesce($1, $2), nullif($1, $2) FROM t",
          "SELECT greatest($1, $2), least($1, $2) FROM t",
          "SELECT $1 FROM t UNION SELECT $2 FROM t",
          "SELECT $1 FROM t EXCEPT ALL SELECT $2 FROM t",
          "SELECT 1 FROM t JOIN t AS o ON t.$1 = o.$2",
          "SELECT 1 FROM t LEFT JOIN t AS o ON t.$1 = o.$2 WHERE o.i > 1",
          "SELECT 1 FROM t WHERE $1 = (SELECT $2 FROM t)",
          "SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM t AS o WHERE o.$1 = t.$2)",
          "SELECT sum(i) FILTER (WHERE $1 > $2) FROM t GROUP BY $1, $2",
          "SELECT lag($1, 1, $2) OVER (ORDER BY $2) FROM t",
          "SELECT sum($1) OVER (ORDER BY $2 RANGE BETWEEN $2 PRECEDING AND CURRENT ROW) FROM t",
          "SELECT count(*) OVER (ORDER BY $1 RANGE BETWEEN $2 PRECEDING AND $2 FOLLOWING) FROM t",
          "SELECT string_agg($1, $2 ORDER BY $2) FROM t",
          "SELECT json_object_agg($1, $2), json_build_object($1, $2), json_build_array($1, $2) FROM"
              + " t",
          "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY $1) FROM t GROUP BY $2",
          "SELECT $1 FROM t ORDER BY $2 LIMIT 1",
          "SELECT * FROM (VALUES ($1), ($2)) AS v (w)",
          "SELECT * FROM generate_series($1, $2)",
          "SELECT * FROM t, LATERAL (SELECT $1 = t.$2 AS e) AS l",
          "INSERT INTO copy ($1) SELECT $2 FROM t",
          "UPDATE copy SET $1 = $2",
          "DELETE FROM copy WHERE $1 = $2 AND i < 0",
          "MERGE INTO copy AS m USING t ON m.$1 = t.$2 WHEN MATCHED THEN DELETE");

  private static final List<String> SINGLES =
      List.of(
          "SELECT -$1 FROM t",
          "SELECT NOT $1 FROM t",
          "SELECT $1 IS TRUE FROM t",
          "SELECT min($1), max($1), count(DISTINCT $1), any_value($1) FROM t",
          "SELECT sum($1) FROM t",
          "SELECT avg($1) FROM t",
          "SELECT sum(DISTINCT $1) OVER (ORDER BY i) FROM t",
          "SELECT stddev($1) FROM t",
          "SELECT bool_and($1) FROM t",
          "SELECT bit_or($1) FROM t",
          "SELECT json_agg($1), json_arrayagg($1), to_json($1) FROM t",
          "SELECT mode() WITHIN GROUP (ORDER BY $1) FROM t",
          "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY $1) FROM t",
          "SELECT group_concat($1), listagg($1) WITHIN GROUP (ORDER BY $1) FROM t",
          "SELECT DISTINCT $1 FROM t",
          "SELECT $1, count(*) FROM t GROUP BY ROLLUP ($1)",
          "SELECT first_value($1) OVER (PARTITION BY $1 ORDER BY $1 DESC NULLS LAST) FROM t",
          "SELECT max($1) OVER (ORDER BY i ROWS 1 PRECEDING) FROM t",
          "SELECT ntile($1) OVER (ORDER BY i), nth_value(i, $1) OVER (ORDER BY i) FROM t",
          "SELECT $1 FROM t LIMIT $1",
          "SELECT $1 FROM t WHERE $1",
          "SELECT * FROM unnest(ARRAY[$1, $1]) AS w",
          "WITH RECURSIVE w (y) AS (SELECT $1 FROM t UNION SELECT y FROM w) SELECT y FROM w",
          "CREATE TABLE made AS SELECT $1 AS y FROM t",
          "DROP TABLE IF EXISTS made",
          "CREATE TABLE made (y INT DEFAULT $1)",
          "DROP TABLE IF EXISTS made");

  private static final List<String> TYPES =
      List.of(
          "BOOLEAN",
          "SMALLINT",
          "INT",
          "BIGINT",
          "DECIMAL(9, 2)",
          "REAL",
          "DOUBLE",
          "VARCHAR(50)",
          "CHAR(3)",
          "TEXT",
          "VARBINARY(20)",
          "DATE",
          "TIME",
          "TIMESTAMP",
          "TIMESTAMP WITH TIME ZONE",
          "INTERVAL",
          "UUID",
          "JSON",
          "CITEXT");

  private final List<String> faults = new ArrayList<>();
  private final List<String> pairs = Rotation.sample(PAIRS, 3);
  private int answered;
  private int refused;

  @Test
  void eachPairHasAResultOrADescriptiveError() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:type-pairs");
        Statement statement = connection.createStatement()) {
      String columns =
          " (b BOOLEAN, si SMALLINT, i INT, bi BIGINT, n DECIMAL(9, 2), r REAL, f DOUBLE,"
              + " s VARCHAR(50), c CHAR(3), x VARBINARY(20), d DATE, t TIME, ts TIMESTAMP,"
              + " z TIMESTAMP WITH TIME ZONE, iv INTERVAL, u UUID, j JSON, k CITEXT)";
      statement.execute("CREATE TABLE t" + columns);
      statement.execute("CREATE TABLE copy" + columns);
      String row =
          " VALUES (TRUE, 1, 2, 3, 4.25, 0.5, 0.25, '5', 'ab', X'0102', DATE '2026-03-29',"
              + " TIME '02:30:00', TIMESTAMP '2026-03-29 02:30:00',"
              + " TIMESTAMP WITH TIME ZONE '2026-03-29 01:30:00+00:00', INTERVAL '1 day',"
              + " '00112233-4455-6677-8899-aabbccddeeff', '{\"a\": 1}', 'Ab')";
      statement.execute("INSERT INTO t" + row);
      statement.execute("INSERT INTO t (i) VALUES (NULL)");
      statement.execute("INSERT INTO copy" + row);
      connection.setAutoCommit(false);
      for (String a : VALUES) {
        SINGLES.forEach(template -> run(template, a, "", connection));
        for (String type : TYPES) {
          run("SELECT CAST($1 AS " + type + ") FROM t", a, "", connection);
        }
        for (String b : VALUES) {
          pairs.forEach(template -> run(template, a, b, connection));
        }
      }
    }
    assertThat(faults).isEmpty();
    assertThat(answered).as("statements with an answer").isGreaterThan(Rotation.size(75, 3_000));
    assertThat(refused).as("statements refused").isGreaterThan(Rotation.size(75, 3_000));
  }

  private void run(String template, String a, String b, Connection connection) {
    String sql = template.replace("$1", a).replace("$2", b);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
        statement.setString(i, "1");
      }
      if (statement.execute()) {
        try (ResultSet rows = statement.getResultSet()) {
          int width = rows.getMetaData().getColumnCount();
          while (rows.next()) {
            for (int i = 1; i <= width; i++) {
              rows.getObject(i);
              rows.getString(i);
            }
          }
        }
      }
      answered++;
    } catch (SQLException e) {
      refused++;
      if (e.getSQLState() == null || e.getSQLState().startsWith("XX")) {
        faults.add(sql + ": " + e.getMessage());
      }
    } catch (RuntimeException e) {
      faults.add(sql + ": " + e);
    }
    rollBack(connection);
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}

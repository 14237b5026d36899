package io.mosql.sql.planner.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.session.ColumnInfo;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlannedStatement;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.TestCatalog;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the types of parameters and results are known before values are bound. */
final class ParameterTypeInferenceTest {
  private static final TestCatalog CATALOG =
      new TestCatalog(
          """
          t 10 | a integer not null, b varchar(5), c decimal(6,2), d date, e boolean, f timestamp, g char(3), h bigint, i double, j smallint | primary a
          """,
          false);

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      textBlock =
          """
          SELECT ? ; TEXT
          SELECT ? FROM t ; TEXT
          SELECT a + ? FROM t ; INTEGER
          SELECT a FROM t WHERE a + ? = 2 ; INTEGER
          SELECT a FROM t WHERE ? = a ; INTEGER
          SELECT a FROM t WHERE a > ? AND b = ? ; INTEGER, TEXT
          SELECT a FROM t WHERE g = ? ; TEXT
          SELECT a FROM t WHERE c BETWEEN ? AND ? ; DECIMAL(6, 2), DECIMAL(6, 2)
          SELECT a FROM t WHERE c * ? > 5 ; DECIMAL(19, 10)
          SELECT a FROM t WHERE d < ? ; DATE
          SELECT a FROM t WHERE f = ? ; TIMESTAMP
          SELECT a FROM t WHERE h IN (?, ?) ; BIGINT, BIGINT
          SELECT a FROM t WHERE (a, b) IN ((?, ?), (?, ?)) ; INTEGER, TEXT, INTEGER, TEXT
          SELECT a FROM t WHERE (a, b, c) IN ((?, ?, ?)) ; INTEGER, TEXT, DECIMAL(6, 2)
          SELECT a FROM t WHERE a IN (SELECT h FROM t WHERE i > ?) ; DOUBLE
          SELECT a FROM t WHERE b LIKE ? ; TEXT
          SELECT b || ? FROM t ; TEXT
          SELECT COALESCE(?, c) FROM t ; DECIMAL(6, 2)
          SELECT COALESCE(c, ?) FROM t ; DECIMAL(6, 2)
          SELECT NULLIF(a, ?) FROM t ; INTEGER
          SELECT CASE WHEN a = ? THEN ? ELSE c END FROM t ; INTEGER, DECIMAL(6, 2)
          SELECT CASE a WHEN ? THEN 'x' END FROM t ; INTEGER
          SELECT CASE WHEN ? THEN 1 END FROM t ; BOOLEAN
          SELECT CAST(? AS DECIMAL(5,2)) ; DECIMAL(5, 2)
          SELECT substring(?, ?) ; TEXT, INTEGER
          SELECT a FROM t WHERE e = ? OR NOT ? ; BOOLEAN, BOOLEAN
          SELECT a FROM t LIMIT ? ; INTEGER
          SELECT a FROM t ORDER BY a LIMIT ? OFFSET ? ; INTEGER, INTEGER
          SELECT a FROM t ORDER BY a OFFSET ? ROWS FETCH FIRST ? ROWS WITH TIES ; INTEGER, INTEGER
          SELECT DISTINCT ON (b) a FROM t WHERE h = ? ORDER BY b, a ; BIGINT
          SELECT sum(a) OVER (ORDER BY b GROUPS ? PRECEDING) FROM t ; INTEGER
          SELECT a FROM t WHERE c = ANY (ARRAY[?, 3]) ; DECIMAL(6, 2)
          SELECT x FROM unnest(ARRAY[?, 1.5], ARRAY[?, NULL]) AS u (x, y) ; DECIMAL(2, 1), TEXT
          SELECT x FROM t, unnest(ARRAY[c, ?]) AS x ; DECIMAL(6, 2)
          SELECT a FROM t WHERE a = (SELECT max(a) + ? FROM t) ; INTEGER
          SELECT count(*) FROM t GROUP BY b HAVING count(*) > ? ; BIGINT
          INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ; INTEGER, TEXT, DECIMAL(6, 2), DATE, BOOLEAN, TIMESTAMP, TEXT, BIGINT, DOUBLE, SMALLINT
          INSERT INTO t (c, a) VALUES (?, ?), (?, 1) ; DECIMAL(6, 2), INTEGER, DECIMAL(6, 2)
          INSERT INTO t (a, c) VALUES (1, ? + 1) ; DECIMAL(6, 2)
          INSERT INTO t (a, b) SELECT ?, ? ; INTEGER, TEXT
          INSERT INTO t (a, b) SELECT a, ? FROM t ; TEXT
          UPDATE t SET c = ? ; DECIMAL(6, 2)
          UPDATE t SET c = c + ? ; DECIMAL(6, 2)
          UPDATE t SET c = c - ?, a = ? WHERE a = ? ; DECIMAL(6, 2), INTEGER, INTEGER
          UPDATE t SET f = COALESCE(?, f) ; TIMESTAMP
          DELETE FROM t WHERE b = ? AND ? IS NULL ; TEXT, TEXT
          SELECT setval('s', ?) ; BIGINT
          """)
  void inferred(String sql, String types) {
    assertThat(parameters(sql, List.of())).isEqualTo(types);
  }

  @Test
  void boundTypesCountWhereTheStatementLeavesThemOpen() {
    assertThat(parameters("SELECT ?, ? + ?", Arrays.asList(SqlType.DATE, SqlType.BIGINT, null)))
        .startsWith("DATE, BIGINT");
    assertThat(
            parameters(
                "SELECT a FROM t WHERE a = ? AND c * ? > 1", List.of(SqlType.TEXT, SqlType.DOUBLE)))
        .isEqualTo("INTEGER, DOUBLE");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          SELECT a FROM t WHERE a = ? ; Point public.t [a = ?1] columns(a)
          SELECT a FROM t WHERE ? < a ; RangeScan public.t [a > ?1] columns(a)
          SELECT a FROM t WHERE a BETWEEN ? AND 2.5 ; RangeScan public.t [a >= ?1, a <=
          SELECT a FROM t WHERE a IN (?, 3) ; RangeScan public.t [a in (?1, 3)] columns(a)
          DELETE FROM t WHERE a = ? ; Point public.t [a = ?1] columns(a)
          """)
  void numbersOfAnyTypeBoundAnIndex(String sql, String access) {
    List<SqlType> types =
        List.of(
            SqlType.SMALLINT,
            SqlType.INTEGER,
            SqlType.BIGINT,
            SqlType.decimal(38, 0),
            SqlType.decimal(12, 2),
            SqlType.DOUBLE);
    for (SqlType type : types) {
      assertThat(Planner.explain(plan(sql, List.of(type)).root()))
          .as(type.toString())
          .contains(access);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          SELECT a FROM t WHERE a = ? AND c < ? AND h IN (1, ?) ; COMPARED, COMPARED, COMPARED
          SELECT a FROM t WHERE (a, c) = (?, ?) AND a IN (SELECT ?) ; COMPARED, COMPARED, COMPARED
          SELECT a + ?, COALESCE(?, c), CASE WHEN ? THEN ? ELSE a END FROM t ; OPERAND, OPERAND, ASSIGNED, OPERAND
          SELECT ?, abs(?), ? + ?, -? ; FREE, FREE, FREE, FREE, FREE
          SELECT a FROM t UNION SELECT ? ; OPERAND
          VALUES (?, ?), (1, ?) ; OPERAND, FREE, FREE
          INSERT INTO t (a, c) VALUES (?, ? + 1) ; ASSIGNED, OPERAND
          UPDATE t SET c = ?, a = a + ? WHERE h = ? ; ASSIGNED, OPERAND, COMPARED
          SELECT substring(b, ?) FROM t ORDER BY a * ? LIMIT ? ; ASSIGNED, OPERAND, ASSIGNED
          """)
  void uses(String sql, String uses) {
    assertThat(
            plan(sql, List.of()).parameterUses().stream()
                .map(Enum::name)
                .collect(Collectors.joining(", ")))
        .isEqualTo(uses);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '^',
      textBlock =
          """
          SELECT sum(a), sum(h), sum(c), sum(i) FROM t ; BIGINT, DECIMAL(38, 0), DECIMAL(38, 2), DOUBLE
          SELECT avg(a), avg(c), avg(i) FROM t ; NUMERIC, NUMERIC, DOUBLE
          SELECT count(*), min(b), max(d) FROM t ; BIGINT, VARCHAR(5), DATE
          SELECT 'ab', b || 'x', 1, 1.50, 1e0 FROM t ; VARCHAR(2), VARCHAR(6), INTEGER, DECIMAL(3, 2), DOUBLE
          SELECT CASE WHEN e THEN 'a' ELSE 'bcd' END FROM t ; VARCHAR(3)
          SELECT g, d, f, e, j FROM t ; CHAR(3), DATE, TIMESTAMP, BOOLEAN, SMALLINT
          SELECT now(), current_date, NULL ; TIMESTAMP, DATE, TEXT
          """)
  void results(String sql, String types) {
    assertThat(
            plan(sql, List.of()).columns().stream()
                .map(ColumnInfo::type)
                .map(SqlType::toString)
                .collect(Collectors.joining(", ")))
        .isEqualTo(types);
  }

  @Test
  void columnsKnowWhereTheyComeFrom() {
    PlannedStatement planned = plan("SELECT x.c AS total, a + 1 FROM t x", List.of());
    assertThat(planned.columns().get(0))
        .isEqualTo(new ColumnInfo("total", SqlType.decimal(6, 2), true, false, "public", "t", "c"));
    assertThat(planned.columns().get(1).table()).isEmpty();
    assertThat(planned.relations()).hasSize(1);
  }

  private static String parameters(String sql, List<SqlType> bound) {
    return plan(sql, bound).parameters().stream()
        .map(info -> info.type().toString())
        .collect(Collectors.joining(", "));
  }

  private static PlannedStatement plan(String sql, List<SqlType> bound) {
    return new Planner(CATALOG).plan(sql, MosqlParser.parse(sql), CATALOG, "public", bound);
  }
}

package io.mosql.sql.planner.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.parser.MosqlParser;
import io.mosql.sql.planner.Planner;
import io.mosql.sql.planner.TestCatalog;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that planning errors have the right SQLSTATE and position. */
final class PlanErrorsTest {
  private static final TestCatalog CATALOG =
      new TestCatalog(
          """
          t 10 | a integer not null, b varchar(5), c decimal(6,2), d date, e boolean | primary a
          u 10 | a integer not null, x integer | primary a
          """,
          false);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          42P01 | 15 | SELECT * FROM nothing
          42P01 | 15 | SELECT * FROM nowhere.t
          42P01 | 13 | INSERT INTO nothing VALUES (1)
          42P01 | 8  | UPDATE nothing SET a = 1
          42P01 | 13 | DELETE FROM nothing
          42809 | 13 | DELETE FROM mosql.tables
          42703 | 8  | SELECT z FROM t
          42703 | 23 | SELECT a FROM t WHERE z = 1
          42703 | 25 | SELECT a FROM t WHERE t.z = 1
          42P01 | 8  | SELECT q.a FROM t
          42703 | 16 | INSERT INTO t (z) VALUES (1)
          42701 | 19 | INSERT INTO t (a, a) VALUES (1, 2)
          42703 | 14 | UPDATE t SET z = 1
          42703 | 18 | UPDATE t SET a = z
          42701 | 21 | UPDATE t SET a = 1, a = 2
          42703 | 21 | DELETE FROM t WHERE z = 1
          42702 | 8  | SELECT a FROM t, u
          42883 | 8  | SELECT nonsense(a) FROM t
          42883 | 8  | SELECT upper(b, b) FROM t
          42804 | 8  | SELECT e + 1 FROM t
          42804 | 23 | SELECT a FROM t WHERE a + 1
          42804 | 27 | INSERT INTO t (a) VALUES (TRUE)
          42804 | 18 | UPDATE t SET a = b
          42804 | 18 | UPDATE t SET e = 1
          42803 | 8  | SELECT a FROM t GROUP BY b
          42803 | 23 | SELECT a FROM t WHERE count(*) > 1
          42601 | 29 | INSERT INTO t (a, b) VALUES (1)
          42601 | 34 | SELECT a FROM t WHERE (a, c) IN ((1, 2, 3))
          42803 | 17 | SELECT grouping(b) FROM t GROUP BY a
          42P20 | 23 | SELECT a FROM t WHERE rank() OVER (ORDER BY a) = 1
          42P20 | 64 | SELECT count(*) OVER (v) FROM t WINDOW w AS (ORDER BY a), v AS (w GROUPS 1 PRECEDING)
          42P10 | 20 | SELECT DISTINCT ON (a) a FROM t ORDER BY b, a
          42P10 | 21 | SELECT DISTINCT ON (2) a FROM t
          42703 | 22 | SELECT * FROM unnest(a) AS x
          0A000 | 0  | SELECT sum(a) OVER w FROM t WINDOW w AS (PARTITION BY a (SELECT a FROM t))
          """)
  void wrongStatements(String state, int position, String sql) {
    MosqlException thrown = failure(sql);
    assertThat(thrown.sqlState()).as(thrown.getMessage()).isEqualTo(state);
    assertThat(thrown.position()).as(thrown.getMessage()).isEqualTo(position);
  }

  @Test
  void positionsCountLines() {
    assertThat(failure("SELECT a,\r\n  z\nFROM t").position()).isEqualTo(14);
  }

  @Test
  void deepNestingIsAnErrorOfTheStatement() {
    String sql = "SELECT " + "1 + ".repeat(20_000) + "1";
    assertThat(failure(sql).sqlState()).isEqualTo("54001");
  }

  @Test
  void longListsAreNotDeep() {
    String sql = "SELECT a FROM t WHERE a IN (0" + ", 1".repeat(5_000) + ")";
    assertThatCode(
            () ->
                new Planner(CATALOG)
                    .plan(sql, MosqlParser.parse(sql), CATALOG, "public", List.of()))
        .doesNotThrowAnyException();
  }

  private static MosqlException failure(String sql) {
    MosqlException thrown =
        catchThrowableOfType(
            MosqlException.class,
            () ->
                new Planner(CATALOG)
                    .plan(sql, MosqlParser.parse(sql), CATALOG, "public", List.of()));
    assertThat(thrown).as(sql).isNotNull();
    return thrown;
  }
}

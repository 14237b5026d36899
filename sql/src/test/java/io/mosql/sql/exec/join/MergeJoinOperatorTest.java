package io.mosql.sql.exec.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that merge joins return the same rows as other joins over unordered tables with the same
 * rows.
 */
final class MergeJoinOperatorTest {
  private static final TestDatabase DB = new TestDatabase();

  static {
    DB.run(
        """
        CREATE TABLE l (a INT, b INT, v INT, k BIGINT, PRIMARY KEY (a, b));
        CREATE TABLE r (a SMALLINT, b INT, v INT, k DECIMAL(6, 2), PRIMARY KEY (a, b));
        CREATE INDEX l_k ON l (k, v);
        CREATE INDEX r_k ON r (k, v);
        CREATE TABLE down (a INT, b INT, v INT, PRIMARY KEY (a, b));
        CREATE INDEX down_v ON down (v DESC, a);
        CREATE INDEX l_v ON l (v DESC, a);
        CREATE TABLE l0 (id INT PRIMARY KEY, a INT, b INT, v INT, k BIGINT);
        CREATE TABLE r0 (id INT PRIMARY KEY, a INT, b INT, v INT, k DECIMAL(6, 2))
        """);
    Random random = new Random(3);
    for (int i = 0; i < 250; i++) {
      DB.run("INSERT INTO l VALUES " + row(random, i));
      DB.run("INSERT INTO r VALUES " + row(random, i));
    }
    DB.run(
        """
        INSERT INTO down SELECT a, b, v FROM r;
        INSERT INTO l0 SELECT a * 1000 + b, a, b, v, k FROM l;
        INSERT INTO r0 SELECT a * 1000 + b, a, b, v, k FROM r
        """);
  }

  private static String row(Random random, int b) {
    return "("
        + random.nextInt(60)
        + ", "
        + b
        + ", "
        + random.nextInt(9)
        + ", "
        + (random.nextInt(4) == 0 ? "NULL" : String.valueOf(random.nextInt(40)))
        + ")";
  }

  @AfterAll
  static void close() {
    DB.close();
  }

  private static String plan(String sql) {
    StringBuilder plan = new StringBuilder();
    for (List<@Nullable Object> line : DB.query("EXPLAIN " + sql)) {
      plan.append(line.get(0)).append('\n');
    }
    return plan.toString();
  }

  private static List<String> rows(String sql) {
    List<String> rows = new ArrayList<>();
    DB.query(sql).forEach(row -> rows.add(row.toString()));
    rows.sort(null);
    return rows;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "INNER | SELECT l.a, l.b, r.b FROM l JOIN r ON l.a = r.a",
        "INNER | SELECT l.a, l.b, r.b FROM l JOIN r ON l.a = r.a AND l.v < r.v",
        "INNER | SELECT l.a, l.b, r.v FROM l JOIN r ON l.a = r.a AND l.b = r.b",
        "LEFT | SELECT l.a, l.b, r.b FROM l LEFT JOIN r ON l.a = r.a AND r.v > 6",
        "LEFT | SELECT l.a, l.b, r.b FROM l LEFT JOIN r ON l.a = r.a AND l.v >= r.v",
        "INNER | SELECT l.k, l.v, r.v FROM l JOIN r ON l.k = r.k",
        "LEFT | SELECT l.k, l.v, r.v FROM l LEFT JOIN r ON l.k = r.k",
        "SEMI | SELECT l.a, l.b FROM l WHERE EXISTS (SELECT * FROM r WHERE r.a = l.a AND r.v > l.v)",
        "ANTI | SELECT l.a FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE r.a = l.a AND r.v > l.v)",
        "ANTI | SELECT k, v FROM l WHERE NOT EXISTS (SELECT * FROM r WHERE r.k = l.k AND r.v > 6)",
      })
  void yieldsWhatOtherJoinsYield(String type, String sql) {
    String other =
        sql.replaceAll("\\bl\\b(?!\\.)", "l0 AS l").replaceAll("\\br\\b(?!\\.)", "r0 AS r");
    assertThat(plan(sql)).contains("MergeJoin " + type);
    assertThat(plan(other)).doesNotContain("MergeJoin");
    assertThat(rows(sql)).isNotEmpty().isEqualTo(rows(other));
  }

  @Test
  void descendingKeysAreWalkedDownwards() {
    String sql = "SELECT l.a, d.a FROM l JOIN down d ON l.v = d.v AND l.a = d.a";
    String sorted = "SELECT l.v, l.a, d.a FROM l JOIN down d ON l.v = d.v ORDER BY l.v DESC";
    assertThat(plan(sorted)).contains("MergeJoin INNER").doesNotContain("Sort");
    assertThat(rows(sorted))
        .isEqualTo(rows("SELECT l.v, l.a, d.a FROM l0 AS l JOIN r0 AS d ON l.v = d.v"));
    assertThat(rows(sql))
        .isEqualTo(rows("SELECT l.a, d.a FROM l0 AS l JOIN r0 AS d ON l.v = d.v AND l.a = d.a"));
  }

  @Test
  void anEmptySideEndsIt() {
    DB.run("CREATE TABLE none (a INT, b INT, PRIMARY KEY (a, b))");
    String inner = "SELECT l.a FROM l JOIN none n ON l.a = n.a";
    assertThat(plan(inner)).contains("MergeJoin INNER");
    assertThat(rows(inner)).isEmpty();
    assertThat(rows("SELECT n.a FROM none n LEFT JOIN l ON l.a = n.a")).isEmpty();
    assertThat(rows("SELECT l.a FROM l LEFT JOIN none n ON l.a = n.a")).hasSize(250);
  }

  @Test
  void keepsTheRowsOfOneKeyOnly() {
    try (TestDatabase small = new TestDatabase()) {
      small.run(
          """
          CREATE TABLE x (a INT, b INT, t VARCHAR(100), PRIMARY KEY (a, b));
          INSERT INTO x
          WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < 3000)
          SELECT n / 3, n, 'a text that takes some room' FROM s;
          CREATE TABLE y (a INT, b INT, t VARCHAR(100), PRIMARY KEY (a, b));
          INSERT INTO y SELECT a, b, t FROM x;
          SET memory_limit = '64KB'
          """);
      String sql = "SELECT COUNT(*), MIN(y.t) FROM x JOIN y ON x.a = y.a";
      assertThat(small.query("EXPLAIN " + sql).toString()).contains("MergeJoin INNER");
      assertThat(small.query(sql).get(0).get(0)).isEqualTo(8_996L);
      small.run("SET memory_limit = '64MB'; UPDATE y SET a = 5; SET memory_limit = '64KB'");
      assertThat(small.state(sql)).isEqualTo("53200");
    }
  }
}

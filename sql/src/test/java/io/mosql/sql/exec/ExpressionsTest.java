package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.sql.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the values of expressions, computed over a row to prevent constant folding. */
final class ExpressionsTest {
  private static final TestDatabase DB =
      new TestDatabase()
          .run(
              """
              CREATE TABLE r (id INT PRIMARY KEY, t BOOLEAN, f BOOLEAN, u BOOLEAN, i INT, g BIGINT,
                s SMALLINT, d DECIMAL(10, 2), e DOUBLE, q REAL, c CHAR(6), v VARCHAR(20), n INT);
              INSERT INTO r VALUES (1, TRUE, FALSE, NULL, 7, 9000000000000000000, 32767, 12.35, 0.5,
                1.5, 'ab', 'ab ', NULL)
              """);

  @AfterAll
  static void close() {
    DB.close();
  }

  private static String eval(String expression) {
    String sql = "SELECT " + expression + " FROM r";
    String state = DB.state(sql);
    return state.equals("ok") ? String.valueOf(DB.value(sql)) : state;
  }

  @Test
  void aSumOfBigintsIsComparedWithoutRounding() {
    String sums =
        "SELECT count(*) FROM (SELECT sum(i) - 6 + sum(g) - sum(g) AS g FROM r GROUP BY id) x";
    assertThat(DB.value(sums + " WHERE g = 1")).isEqualTo(1L);
    assertThat(DB.value(sums + " WHERE g IN (0.5, 3)")).isEqualTo(0L);
    assertThat(DB.value(sums + " WHERE g <= 0.99")).isEqualTo(0L);
    assertThat(DB.value(sums + ", r WHERE x.g >= r.d")).isEqualTo(0L);
  }

  @Test
  void threeValuedLogic() {
    String[] values = {"t", "f", "u"};
    Boolean[] meant = {true, false, null};
    for (int a = 0; a < 3; a++) {
      assertThat(eval("NOT " + values[a]))
          .isEqualTo(String.valueOf(meant[a] == null ? null : !meant[a]));
      assertThat(eval(values[a] + " IS TRUE")).isEqualTo(String.valueOf(a == 0));
      assertThat(eval(values[a] + " IS NOT FALSE")).isEqualTo(String.valueOf(a != 1));
      assertThat(eval(values[a] + " IS UNKNOWN")).isEqualTo(String.valueOf(a == 2));
      for (int b = 0; b < 3; b++) {
        boolean anyFalse = a == 1 || b == 1;
        boolean anyTrue = a == 0 || b == 0;
        boolean anyNull = a == 2 || b == 2;
        String and = anyFalse ? "false" : anyNull ? "null" : "true";
        String or = anyTrue ? "true" : anyNull ? "null" : "false";
        assertThat(eval(values[a] + " AND " + values[b])).as("%s and %s", a, b).isEqualTo(and);
        assertThat(eval(values[a] + " OR " + values[b])).as("%s or %s", a, b).isEqualTo(or);
        assertThat(eval(values[a] + " IS NOT DISTINCT FROM " + values[b]))
            .isEqualTo(String.valueOf(a == b));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          i + n                                | null
          i / 2                                | 3
          -i / 2                               | -3
          MOD(-i, 4)                           | -3
          i / 0                                | 22012
          d / 0                                | 22012
          e / 0                                | 22012
          MOD(d, 0)                            | 22012
          n / 0                                | null
          i + 2147483640                       | 2147483647
          i + 2147483641                       | 22003
          i * 1000000000                       | 22003
          g + 300000000000000000               | 22003
          g * 2                                | 22003
          -g - g                               | 22003
          -CAST(i - 7 - 2147483647 - 1 AS INT) | 22003
          ABS(i - 7 - 2147483647 - 1)          | 22003
          d * d                                | 152.5225
          d + i                                | 19.35
          d - 0.005                            | 12.345
          MOD(d, 5)                            | 2.35
          e * 1e308 * 4                        | 22003
          q + e                                | 2.0
          CAST(d AS INT)                       | 12
          CAST(-d * 10 AS INT)                 | -124
          CAST(g AS INT)                       | 22003
          CAST(v AS INT)                       | 22018
          CAST('1.5' AS DECIMAL(4, 1))         | 1.5
          CAST(d AS DECIMAL(3, 1))             | 12.4
          CAST(d AS DECIMAL(3, 2))             | 22003
          CAST(d AS VARCHAR(3))                | 12.
          CAST(n AS VARCHAR)                   | null
          """)
  void arithmetic(String expression, String expected) {
    assertThat(eval(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          i = 7.00                             | true
          i < 7.01                             | true
          g > 8999999999999999999.5            | true
          g = 9e18                             | true
          s >= i                               | true
          d = 12.350                           | true
          d > e                                | true
          q = 1.5                              | true
          n = n                                | null
          n <> 1                               | null
          n IS DISTINCT FROM 1                 | true
          n IS NOT DISTINCT FROM NULL          | true
          i BETWEEN 7 AND 6.5                  | false
          i IN (1, NULL, 7)                    | true
          i IN (1, NULL)                       | null
          i NOT IN (1, NULL)                   | null
          c = 'ab    '                         | true
          c = v                                | true
          c IS NOT DISTINCT FROM 'ab '         | true
          v = 'ab'                             | false
          v > 'ab'                             | true
          CONCAT(v, 'x') = 'ab x'              | true
          CHAR_LENGTH(v)                       | 3
          CONCAT(c, '.')                       | ab.
          """)
  void comparisons(String expression, String expected) {
    assertThat(eval(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          CASE WHEN t THEN i ELSE d END                    | 7
          CASE WHEN u THEN 1 END                           | null
          CASE i WHEN 7 THEN 'seven' ELSE 'other' END      | seven
          COALESCE(n, d)                                   | 12.35
          COALESCE(n, i, d)                                | 7
          NULLIF(i, 7.0)                                   | null
          NULLIF(i, 8)                                     | 7
          GREATEST(i, d, n)                                | 12.35
          LEAST(i, d, n)                                   | 7
          GREATEST(n, n)                                   | null
          IFNULL(n, 3)                                     | 3
          ROUND(d, 1)                                      | 12.4
          ROUND(-2.5)                                      | -3
          ROUND(i, -1)                                     | 10
          TRUNCATE(-d, 1)                                  | -12.3
          CEIL(d)                                          | 13
          FLOOR(-d)                                        | -13
          SIGN(-d)                                         | -1
          POWER(2, 10)                                     | 1024.0
          SQRT(-e)                                         | 2201F
          LN(e - 0.5)                                      | 2201E
          ABS(n)                                           | null
          EXTRACT(YEAR FROM DATE '1969-12-31')             | 1969
          EXTRACT(QUARTER FROM DATE '2024-05-01')          | 2
          EXTRACT(SECOND FROM TIMESTAMP '1969-12-31 23:59:58.5') | 58.500000
          EXTRACT(DOW FROM DATE '2024-01-07')              | 0
          EXTRACT(CENTURY FROM DATE '2024-01-01')          | 21
          MONTH(DATE '2024-02-29')                         | 2
          CAST('2024-02-29' AS DATE) < CAST('2024-03-01 00:00:00' AS TIMESTAMP) | true
          CAST('2024-02-30' AS DATE)                       | 22008
          CAST(DATE '2024-01-31' + INTERVAL '1' MONTH AS VARCHAR)          | 2024-02-29
          CAST(DATE '2024-03-01' - INTERVAL '1' DAY AS VARCHAR)            | 2024-02-29
          CAST(INTERVAL '1' YEAR + DATE '2024-02-29' AS VARCHAR)           | 2025-02-28
          CAST(TIMESTAMP '2024-01-01 00:00:00' - INTERVAL '1' SECOND AS VARCHAR) | 2023-12-31 23:59:59
          CAST(TIME '23:30:00' + INTERVAL '90' MINUTE AS VARCHAR)          | 01:00:00
          CAST(NULL AS DATE) + INTERVAL '1' DAY                            | null
          CAST(DATE '2024-01-01' + i * INTERVAL '1' DAY AS VARCHAR) IS NULL | false
          """)
  void choicesNumbersAndTimes(String expression, String expected) {
    assertThat(eval(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          SUBSTRING('abc' FROM 2)                 | bc
          SUBSTRING('abc' FROM -1 FOR 3)          | a
          SUBSTRING('abc' FROM 2 FOR 2147483647)  | bc
          SUBSTRING('abc' FROM 9 FOR 1)           | ``
          SUBSTRING('abc' FROM 2 FOR -1)          | 22011
          SUBSTRING('a😀b' FROM 2 FOR 1)          | 😀
          LEFT('a😀b', 2)                         | a😀
          RIGHT('a😀b', 2)                        | 😀b
          RIGHT('abc', 9)                         | abc
          LEFT('abc', -1)                         | ab
          LPAD('abc', 8, 'xyz')                   | xyzxyabc
          RPAD('abc', 8, 'xyz')                   | abcxyzxy
          LPAD('abc', 2)                          | ab
          LPAD('abc', 5, '')                      | abc
          LPAD('abc', -1)                         | ``
          LPAD('abc', 2000000000)                 | 54000
          REPEAT('abc', 1000000000)               | 54000
          REPEAT('abc', -1)                       | ``
          REPLACE('aXbX', 'X', 'yy')              | ayybyy
          REPLACE('abc', '', 'x')                 | abc
          REVERSE('a😀b')                         | b😀a
          POSITION('b' IN 'a😀b')                 | 3
          POSITION('' IN 'abc')                   | 1
          POSITION('b' IN 'abab' FROM 3)          | 4
          POSITION('z' IN 'abc')                  | 0
          OVERLAY('abcdef' PLACING 'XX' FROM 2)   | aXXdef
          OVERLAY('abcdef' PLACING 'X' FROM 2 FOR 3) | aXef
          OVERLAY('abc' PLACING 'x' FROM 10)      | abcx
          OVERLAY('abc' PLACING 'x' FROM 0)       | 22011
          TRIM(BOTH 'xy' FROM 'xyaxy')            | a
          CONCAT(TRIM(LEADING FROM ' a '), '.')   | a .
          CHAR_LENGTH(RTRIM(' a  '))              | 2
          CHAR_LENGTH('a😀')                      | 2
          OCTET_LENGTH('a😀')                     | 5
          UPPER('straße')                         | STRASSE
          CONCAT('a', v, 'b')                     | aab b
          CONCAT('a', CAST(NULL AS VARCHAR))      | a
          """)
  void text(String expression, String expected) {
    assertThat(eval(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'abc' LIKE 'a%'                 | true
          'abc' LIKE 'a_'                 | false
          'a😀b' LIKE 'a_b'               | true
          '😀' LIKE '😀'                  | true
          '' LIKE '%'                     | true
          '' LIKE '_'                     | false
          'xabcabc' LIKE '%abc'           | true
          'mississippi' LIKE '%is%pi'     | true
          'mississippi' LIKE '%is%sp'     | false
          'a%b' LIKE 'a!%b' ESCAPE '!'    | true
          'axb' LIKE 'a!%b' ESCAPE '!'    | false
          'a!b' LIKE 'a!!b' ESCAPE '!'    | true
          'ab' LIKE 'ab!' ESCAPE '!'      | false
          'abc' LIKE 'ab!' ESCAPE '!'     | 22025
          'ab' LIKE 'ab' ESCAPE 'xy'      | 22023
          'a.c' LIKE 'a.c'                | true
          'abc' LIKE 'a.c'                | false
          'AB' LIKE 'ab'                  | false
          'abc' NOT LIKE '%c'             | false
          CAST(NULL AS VARCHAR) LIKE '%'  | null
          v NOT LIKE CAST(NULL AS VARCHAR) | null
          """)
  void like(String expression, String expected) {
    assertThat(eval(expression)).isEqualTo(expected);
  }

  @Test
  void likeIsNotExponential() {
    String text = "a".repeat(3_000);
    assertThat(DB.value("SELECT ? LIKE '%a%a%a%a%a%a%a%a%a%a%b' FROM r", text)).isEqualTo(false);
  }

  @Test
  void sortsAgreeWithALimitOrWithout() {
    try (TestDatabase db = new TestDatabase()) {
      db.run("CREATE TABLE s (id INT PRIMARY KEY, k INT, v VARCHAR(9))");
      for (int i = 0; i < 60; i++) {
        db.execute("INSERT INTO s VALUES (?, ?, ?)", i, i % 7 == 3 ? null : i % 5, "v" + i % 3);
      }
      for (String order : List.of("k, v DESC", "k DESC NULLS LAST, v", "v, k NULLS FIRST", "-k")) {
        List<Object> all = new ArrayList<>(db.query("SELECT id FROM s ORDER BY " + order));
        for (int[] cut :
            new int[][] {{0, 0}, {1, 0}, {5, 3}, {59, 1}, {60, 0}, {100, 50}, {3, 99}}) {
          List<Object> some =
              new ArrayList<>(
                  db.query(
                      "SELECT id FROM s ORDER BY " + order + " LIMIT ? OFFSET ?", cut[0], cut[1]));
          int from = Math.min(60, cut[1]);
          assertThat(some).isEqualTo(all.subList(from, Math.min(60, from + cut[0])));
        }
      }
      assertThat(db.state("SELECT id FROM s LIMIT ?", -1)).isEqualTo("22023");
      assertThat(db.query("SELECT id FROM s ORDER BY id OFFSET 58").toString())
          .isEqualTo("[[58], [59]]");
    }
  }

  @Test
  void aggregates() {
    try (TestDatabase db = new TestDatabase()) {
      db.run("CREATE TABLE a (g INT, i INT, b BIGINT, d DECIMAL(38, 2), e DOUBLE, v VARCHAR(9))");
      assertThat(
              db.query("SELECT COUNT(*), COUNT(i), SUM(i), AVG(i), MIN(v), MAX(d) FROM a")
                  .toString())
          .isEqualTo("[[0, 0, null, null, null, null]]");
      assertThat(db.query("SELECT g, COUNT(*) FROM a GROUP BY g")).isEmpty();
      db.run(
          "INSERT INTO a VALUES (1, 1, 9223372036854775807, 1.10, 0.5, 'b'),"
              + " (1, 2, 9223372036854775807, NULL, NULL, 'a'), (2, 2, -1, 2.20, 1.5, NULL),"
              + " (NULL, NULL, NULL, NULL, NULL, NULL), (NULL, 4, 0, 0, 0, 'c')");
      assertThat(db.query("SELECT g, COUNT(*), SUM(i) FROM a GROUP BY g ORDER BY 1").toString())
          .isEqualTo("[[null, 2, 4], [1, 2, 3], [2, 1, 2]]");
      assertThat(String.valueOf(db.value("SELECT SUM(b) FROM a")))
          .isEqualTo("18446744073709551613");
      assertThat(String.valueOf(db.value("SELECT AVG(i) FROM a"))).isEqualTo("2.2500000000000000");
      assertThat(String.valueOf(db.value("SELECT AVG(e) FROM a"))).startsWith("0.6666666666");
      assertThat(
              db.query(
                      "SELECT COUNT(DISTINCT i), SUM(DISTINCT i), COUNT(*) FILTER (WHERE i > 1),"
                          + " SUM(i) FILTER (WHERE v IS NULL), MAX(v), MIN(v) FROM a")
                  .toString())
          .isEqualTo("[[3, 7, 3, 2, c, a]]");
      assertThat(db.query("SELECT EVERY(i > 0), SOME(i > 3) FROM a").toString())
          .isEqualTo("[[true, true]]");
      db.run(
          "INSERT INTO a (d) VALUES (999999999999999999999999999999999999.00),"
              + " (1.00), (999999999999999999999999999999999999.00)");
      assertThat(db.state("SELECT SUM(d) FROM a")).isEqualTo("22003");
      db.run("INSERT INTO a (e) VALUES (1.7e308), (1.7e308)");
      assertThat(db.state("SELECT SUM(e) FROM a")).isEqualTo("22003");
      assertThat(db.state("SELECT (SELECT i FROM a) FROM a")).isEqualTo("21000");
    }
  }

  @Test
  void joinsWithNullKeys() {
    try (TestDatabase db = new TestDatabase()) {
      db.run(
          "CREATE TABLE x (a INT, b INT); CREATE TABLE y (a INT, c INT);"
              + "INSERT INTO x VALUES (1, 10), (1, 11), (2, 20), (NULL, 30), (4, 40);"
              + "INSERT INTO y VALUES (1, 5), (1, 6), (2, 99), (NULL, 7), (3, 8)");
      assertThat(sorted(db, "SELECT b, c FROM x JOIN y ON x.a = y.a AND c < b"))
          .isEqualTo("[[10, 5], [10, 6], [11, 5], [11, 6]]");
      assertThat(sorted(db, "SELECT b, c FROM x LEFT JOIN y ON x.a = y.a AND c < b"))
          .isEqualTo("[[10, 5], [10, 6], [11, 5], [11, 6], [20, null], [30, null], [40, null]]");
      assertThat(sorted(db, "SELECT b, c FROM x RIGHT JOIN y ON x.a = y.a AND c < 6"))
          .isEqualTo("[[10, 5], [11, 5], [null, 6], [null, 7], [null, 8], [null, 99]]");
      assertThat(sorted(db, "SELECT b, c FROM x FULL JOIN y ON x.a = y.a AND c <> 5"))
          .isEqualTo(
              "[[10, 6], [11, 6], [20, 99], [30, null], [40, null], [null, 5], [null, 7], [null,"
                  + " 8]]");
      assertThat(sorted(db, "SELECT b FROM x WHERE EXISTS (SELECT 1 FROM y WHERE y.a = x.a)"))
          .isEqualTo("[[10], [11], [20]]");
      assertThat(sorted(db, "SELECT b FROM x WHERE a NOT IN (SELECT a FROM y)")).isEqualTo("[]");
      assertThat(sorted(db, "SELECT b FROM x WHERE a NOT IN (SELECT a FROM y WHERE a IS NOT NULL)"))
          .isEqualTo("[[40]]");
      assertThat(sorted(db, "SELECT a FROM x EXCEPT ALL SELECT a FROM y")).isEqualTo("[[4]]");
      assertThat(sorted(db, "SELECT a FROM x INTERSECT ALL SELECT a FROM y"))
          .isEqualTo("[[1], [1], [2], [null]]");
    }
  }

  private static String sorted(TestDatabase db, String sql) {
    return db.query(sql).stream().map(List::toString).sorted().toList().toString();
  }
}

package io.mosql.engine;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Generates statements that are large, or become large during planning, each of a form that grows
 * in one direction. They use the table of {@link HostileStatements}.
 */
final class HostileTexts {
  private HostileTexts() {}

  private static String each(int count, String between, IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).collect(Collectors.joining(between));
  }

  /** The SQLSTATEs that such a statement may end with. */
  static final List<String> REFUSALS = List.of("53200", "54000", "54001");

  /**
   * The statements.
   *
   * @param size parts of each
   */
  static List<String> of(int size) {
    int deep = Math.min(size, 450);
    int wide = Math.min(size, 600);
    return List.of(
        "SELECT count(*) FROM t WHERE b IN (" + each(size, ",", i -> "'x" + i + "'") + ")",
        "SELECT count(*) FROM t WHERE a NOT IN (" + each(size, ",", i -> "" + i) + ")",
        "SELECT count(*) FROM t WHERE (a, b) IN (" + each(wide, ",", i -> "(1,'" + i + "')") + ")",
        "SELECT count(*) FROM t WHERE a IN (" + each(wide, ",", i -> "a + " + i) + ")",
        "SELECT count(*) FROM t WHERE " + each(deep, " OR ", i -> "a = " + i + " AND b > 'y'"),
        "SELECT count(*) FROM t WHERE " + each(200, " AND ", i -> "(a = " + i + " OR id = 1)"),
        "SELECT count(*) FROM (VALUES " + each(size, ",", i -> "(" + i + ",'v')") + ") v (x, y)",
        "INSERT INTO t VALUES " + each(size, ",", i -> "(" + (i + 5_000_000) + ",1,'v')"),
        "SELECT " + each(wide, ",", i -> "a + " + i) + " FROM t LIMIT 1",
        "SELECT CASE " + each(wide, " ", i -> "WHEN a = " + i + " THEN 1") + " END FROM t LIMIT 1",
        "SELECT coalesce(" + each(wide, ",", i -> "a + " + i) + ") FROM t LIMIT 1",
        "SELECT count(*) FROM (SELECT * FROM t LIMIT 9) t GROUP BY "
            + each(wide, ",", i -> "a + " + i),
        "SELECT a FROM (SELECT * FROM t LIMIT 9) t ORDER BY " + each(wide, ",", i -> "a + " + i),
        "SELECT " + each(wide, ",", i -> "sum(a + " + i + ")") + " FROM (VALUES (1)) t (a)",
        "SELECT " + each(30, ",", i -> "sum(a) OVER (ORDER BY a + " + i + ")") + " FROM t LIMIT 1",
        each(deep / 9, " UNION ALL ", i -> "SELECT a, b FROM t WHERE id = " + i),
        "SELECT count(*) FROM " + each(20, ",", i -> "t t" + i) + " WHERE t0.id < 0",
        "SELECT * FROM " + each(80, ",", i -> "(VALUES (1, 2, 3)) t" + i),
        "SELECT count(*) FROM t GROUP BY CUBE (" + each(25, ",", i -> "a + " + i) + ")",
        "SELECT count(*) FROM t GROUP BY " + each(13, ",", i -> "ROLLUP (a, b)"),
        "SELECT " + each(40, ",", i -> "(SELECT max(a) FROM t x WHERE x.id = " + i + ")"),
        "WITH c0 AS (SELECT id FROM t)"
            + each(
                7,
                "",
                i ->
                    ", c%d AS (SELECT x.id FROM c%d x, c%d y WHERE x.id < 0)"
                        .formatted(i + 1, i, i))
            + " SELECT count(*) FROM c7",
        "SELECT length('" + "x".repeat(400 * size) + "')",
        "SELECT json_build_array(" + each(wide, ",", i -> "'c" + i + "'") + ")",
        "SELECT " + "9".repeat(size * 10),
        "SELECT a FROM t WHERE id = 1");
  }
}

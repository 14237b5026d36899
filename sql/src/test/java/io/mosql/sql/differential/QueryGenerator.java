package io.mosql.sql.differential;

import io.mosql.testkit.SeededRandom;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes random queries over the tables {@code a}, {@code b} and {@code c}, only such whose answer
 * the standard fixes. Not thread-safe.
 */
final class QueryGenerator {
  private static final List<String> TABLES = List.of("a", "b", "c");
  private static final List<String> NUMBERS = List.of("id", "i", "g", "s", "d");
  private static final List<String> TEXTS = List.of("v", "w");

  private final SeededRandom random;
  private int aliases;

  /** Whether numbers are made without sub-queries just now. */
  private boolean plain;

  QueryGenerator(SeededRandom random) {
    this.random = random;
  }

  /**
   * A query.
   *
   * @param ordered whether the order of its rows is fixed
   * @param h2 whether H2 has the same answer, if it has one
   */
  record Query(String sql, boolean ordered, boolean h2) {
    /** A whole number that is compared with something. */
    private static final Pattern COMPARED = Pattern.compile("(?<=(?:=|<>|<|>) )-?\\d+(?![.\\d])");

    Query(String sql, boolean ordered) {
      this(sql, ordered, true);
    }

    /** The text with parameters for the numbers that are compared. */
    String parameterized() {
      return COMPARED.matcher(sql).replaceAll("?");
    }

    /** Those numbers. */
    Object[] parameters() {
      return COMPARED.matcher(sql).results().map(found -> Integer.valueOf(found.group())).toArray();
    }
  }

  private static final Scope NOTHING = new Scope(List.of());

  Query next() {
    aliases = 0;
    return switch (random.nextInt(12)) {
      case 0, 1 -> grouped();
      case 2 -> set();
      case 10 -> nestedSet();
      case 11 -> named();
      case 3 -> new Query("SELECT " + aggregates(2) + tail(), false);
      default -> plain();
    };
  }

  private String lastScopeTail = "";

  /** FROM and WHERE of the aggregates made just before. */
  private String tail() {
    return lastScopeTail;
  }

  /**
   * A statement that changes rows.
   *
   * @param id above all ids that there are
   */
  String change(int id) {
    aliases = 1;
    Scope scope = NOTHING.with("t0");
    String table = pickOf(TABLES);
    return switch (random.nextInt(5)) {
      case 0 ->
          "DELETE FROM "
              + table
              + " AS t0 WHERE "
              + column(scope)
              + " = "
              + random.nextInt(12)
              + " AND "
              + condition(scope, 3, true);
      case 1 ->
          "INSERT INTO "
              + table
              + " SELECT t0.id + "
              + id
              + ", t0.i, t0.s, t0.s, t0.d, t0.w, t0.v"
              + " FROM "
              + pickOf(TABLES)
              + " t0 WHERE t0.i = "
              + random.nextInt(10)
              + " AND "
              + condition(scope, 2, true);
      case 2 -> "UPDATE " + table + " AS t0 SET v = t0.w, w = t0.v, i = t0.s" + where(scope);
      case 3 ->
          "UPDATE "
              + table
              + " AS t0 SET d = "
              + number(scope, 1)
              + ", g = t0.i + 1"
              + where(scope);
      default ->
          "UPDATE "
              + table
              + " AS t0 SET s = (SELECT MAX(t1.s) FROM "
              + pickOf(TABLES)
              + " t1 WHERE t1.i = t0.i)"
              + where(scope);
    };
  }

  private String aggregates(int count) {
    StringBuilder from = new StringBuilder(" FROM ");
    Scope scope = from(from);
    String where = where(scope);
    lastScopeTail = from + where;
    return IntStream.range(0, count)
        .mapToObj(i -> aggregate(scope))
        .collect(Collectors.joining(", "));
  }

  private Query plain() {
    StringBuilder from = new StringBuilder(" FROM ");
    Scope scope = from(from);
    int width = 1 + random.nextInt(3);
    String items =
        IntStream.range(0, width)
            .mapToObj(i -> (random.percent(75) ? number(scope, 2) : text(scope, 2)) + " AS x" + i)
            .collect(Collectors.joining(", "));
    String sql = "SELECT " + (random.percent(20) ? "DISTINCT " : "") + items + from + where(scope);
    return random.percent(50) ? new Query(sql, false) : sorted(sql, width);
  }

  private Query grouped() {
    StringBuilder from = new StringBuilder(" FROM ");
    Scope scope = from(from);
    String key =
        random.percent(60)
            ? column(scope)
            : random.percent(50) ? textColumn(scope) : "MOD(" + integer(scope) + ", 3)";
    String sql =
        "SELECT "
            + key
            + " AS x0, "
            + aggregate(scope)
            + " AS x1, "
            + aggregate(scope)
            + " AS x2"
            + from
            + where(scope)
            + " GROUP BY "
            + key;
    if (random.percent(30)) {
      sql += " HAVING COUNT(*) " + comparison() + " " + random.nextInt(4);
    }
    return new Query(sql, false);
  }

  private Query set() {
    String kind = pick("UNION", "UNION ALL", "INTERSECT", "EXCEPT");
    return new Query(side() + " " + kind + " " + side(), false);
  }

  /** Operations on the results of operations. */
  private Query nestedSet() {
    String kind = pick("UNION", "UNION ALL", "INTERSECT", "EXCEPT");
    String sql = "(" + set().sql() + ") " + kind + " " + side();
    return random.percent(50) ? new Query(sql, false) : sorted(sql, 2);
  }

  /** A query with a name, which is used once or twice. */
  private Query named() {
    String inner = "t" + aliases++;
    Scope scope = NOTHING.with(inner);
    String with =
        "WITH q AS (SELECT id, i, g, s, d, v, w FROM "
            + pickOf(TABLES)
            + " "
            + inner
            + where(scope)
            + ") ";
    String left = "t" + aliases++;
    String right = "t" + aliases++;
    Scope both = NOTHING.with(left).with(right);
    String sql =
        with
            + "SELECT "
            + number(both, 2)
            + " AS x0, "
            + text(both, 1)
            + " AS x1 FROM q "
            + left
            + pick(" JOIN ", " LEFT JOIN ", " FULL JOIN ")
            + pick("q", "a", "b")
            + " "
            + right
            + " ON "
            + column(NOTHING.with(left))
            + " = "
            + column(NOTHING.with(right))
            + where(both);
    return random.percent(50) ? new Query(sql, false) : sorted(sql, 2);
  }

  private String side() {
    StringBuilder from = new StringBuilder(" FROM ");
    Scope scope = from(from);
    return "SELECT " + column(scope) + ", " + textColumn(scope) + from + where(scope);
  }

  private Query sorted(String sql, int width) {
    StringBuilder all = new StringBuilder(sql).append(" ORDER BY ");
    for (int i = 0; i < width; i++) {
      all.append(i == 0 ? "" : ", ")
          .append(i + 1)
          .append(pick(" ASC", " DESC", ""))
          .append(pick(" NULLS FIRST", " NULLS LAST"));
    }
    if (random.percent(60)) {
      all.append(" LIMIT ").append(random.nextInt(12));
    }
    if (random.percent(25)) {
      all.append(" OFFSET ").append(random.nextInt(6));
    }
    return new Query(all.toString(), true);
  }

  private Scope from(StringBuilder sql) {
    Scope scope = NOTHING;
    int tables = random.percent(45) ? 1 : random.percent(75) ? 2 : 3;
    for (int i = 0; i < tables; i++) {
      String alias = "t" + aliases++;
      Scope wider = scope.with(alias);
      if (i == 0) {
        sql.append(relation(alias));
      } else if (random.percent(15)) {
        sql.append(" CROSS JOIN ").append(relation(alias));
      } else {
        sql.append(pick(" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " JOIN ", " FULL JOIN "))
            .append(relation(alias))
            .append(" ON ")
            .append(on(scope, alias, wider));
      }
      scope = wider;
    }
    return scope;
  }

  private String on(Scope left, String right, Scope both) {
    boolean before = plain;
    plain = true;
    String on = plainOn(left, right, both);
    plain = before;
    return on;
  }

  private String plainOn(Scope left, String right, Scope both) {
    String equal = equal(left, right);
    if (random.percent(15)) {
      return "(" + equal + " OR " + equal(left, right) + ")";
    }
    return random.percent(30) ? equal + " AND " + condition(both, 1, false) : equal;
  }

  private String equal(Scope left, String right) {
    return random.percent(80)
        ? column(left) + " = " + right + "." + pickOf(NUMBERS)
        : textColumn(left) + " = " + right + "." + pickOf(TEXTS);
  }

  private String relation(String alias) {
    String table = pickOf(TABLES);
    if (random.percent(85)) {
      return table + " " + alias;
    }
    String inner = "t" + aliases++;
    Scope scope = NOTHING.with(inner);
    if (random.percent(50)) {
      return "(SELECT id, i, g, s, d, v, w FROM "
          + table
          + " "
          + inner
          + where(scope)
          + ") "
          + alias;
    }
    return "(SELECT MAX(id) AS id, i, SUM(i + s) AS g, COUNT(s) AS s, MIN(d) AS d, MAX(v) AS v, w"
        + " FROM "
        + table
        + " "
        + inner
        + where(scope)
        + " GROUP BY i, w) "
        + alias;
  }

  private String where(Scope scope) {
    return random.percent(20) ? "" : " WHERE " + condition(scope, 3, true);
  }

  private String condition(Scope scope, int depth, boolean subQueries) {
    int kind = random.nextInt(depth > 0 ? 16 : 9);
    return switch (kind) {
      case 0 -> number(scope, 1) + " " + comparison() + " " + number(scope, 1);
      case 1, 2 -> column(scope) + " " + comparison() + " " + literal();
      case 3 -> column(scope) + pick(" IS NULL", " IS NOT NULL");
      case 4 ->
          column(scope)
              + pick(" IN (", " NOT IN (")
              + literal()
              + ", "
              + literal()
              + ", "
              + literal()
              + ")";
      case 5 ->
          column(scope) + pick(" BETWEEN ", " NOT BETWEEN ") + literal() + " AND " + literal();
      case 6 -> textColumn(scope) + " " + comparison() + " " + text(scope, 1);
      case 7 ->
          textColumn(scope)
              + pick(" LIKE ", " NOT LIKE ")
              + pick("'a%'", "'%b'", "'_b%'", "'%'", "''");
      case 8 ->
          column(scope) + pick(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ") + column(scope);
      case 14 -> commonFactor(scope, depth - 1);
      case 9, 15 ->
          "("
              + condition(scope, depth - 1, subQueries)
              + " AND "
              + condition(scope, depth - 1, subQueries)
              + ")";
      case 10 ->
          "("
              + condition(scope, depth - 1, subQueries)
              + " OR "
              + condition(scope, depth - 1, subQueries)
              + ")";
      case 11 -> "NOT (" + condition(scope, depth - 1, subQueries) + ")";
      default -> subQueries ? subQuery(scope, depth) : column(scope) + " = " + column(scope);
    };
  }

  /** Alternatives that ask for the same and for something of their own. */
  private String commonFactor(Scope scope, int depth) {
    String common = condition(scope, 0, false);
    return "("
        + common
        + " AND "
        + condition(scope, depth, false)
        + " OR "
        + condition(scope, 0, false)
        + " AND "
        + common
        + (random.percent(20) ? " OR " + common : "")
        + ")";
  }

  private String subQuery(Scope outer, int depth) {
    String alias = "t" + aliases++;
    Scope inner = NOTHING.with(alias);
    boolean correlated = random.percent(60);
    Scope both = correlated ? outer.with(inner) : inner;
    String from =
        " FROM "
            + pickOf(TABLES)
            + " "
            + alias
            + " WHERE "
            + (correlated ? column(inner) + " = " + column(outer) + " AND " : "")
            + condition(both, depth - 2, false);
    return switch (random.nextInt(8)) {
      case 5 ->
          integer(outer)
              // H2 has it that nothing equals all rows of none.
              + pick(" = ANY", " <> ANY", " < ANY", " >= ANY", " <> ALL", " <= ALL", " > ALL")
              + " (SELECT "
              + integer(inner)
              + from
              + ")";
      case 6 ->
          // H2 takes a row that has a NULL for NULL, whatever the other values are.
          "("
              + present(outer)
              + ")"
              + pick(" IN (SELECT ", " NOT IN (SELECT ")
              + present(inner)
              + from
              + ")";
      case 7 -> "(SELECT COUNT(*)" + from + ") " + comparison() + " " + random.nextInt(4);
      case 0 -> "EXISTS (SELECT 1" + from + ")";
      case 1 -> "NOT EXISTS (SELECT 1" + from + ")";
      case 2 -> integer(outer) + " IN (SELECT " + integer(inner) + from + ")";
      case 3 -> integer(outer) + " NOT IN (SELECT " + integer(inner) + from + ")";
      default -> column(outer) + " " + comparison() + " (SELECT " + aggregate(inner) + from + ")";
    };
  }

  /** Two values that are not NULL. */
  private String present(Scope scope) {
    return "COALESCE(" + integer(scope) + ", -5), COALESCE(" + integer(scope) + ", -5)";
  }

  private String aggregate(Scope scope) {
    boolean before = plain;
    plain = true;
    String sql = plainAggregate(scope);
    plain = before;
    return sql;
  }

  private String plainAggregate(Scope scope) {
    return switch (random.nextInt(8)) {
      case 0 -> "COUNT(*)";
      case 1 -> "COUNT(" + column(scope) + ")";
      case 2 -> "COUNT(DISTINCT " + column(scope) + ")";
      case 3 -> "SUM(" + number(scope, 1) + ")";
      case 4 -> "SUM(DISTINCT " + column(scope) + ")";
      case 5 -> "AVG(" + column(scope) + ")";
      case 6 -> "SUM(" + column(scope) + ") FILTER (WHERE " + condition(scope, 0, false) + ")";
      default -> pick("MIN(", "MAX(") + number(scope, 1) + ")";
    };
  }

  private String number(Scope scope, int depth) {
    if (depth == 0 || random.percent(45)) {
      return random.percent(80) ? column(scope) : literal();
    }
    return switch (random.nextInt(10)) {
      case 8 -> "NULLIF(" + column(scope) + ", " + number(scope, depth - 1) + ")";
      case 9 -> scalar(scope);
      case 0, 1 ->
          "(" + number(scope, depth - 1) + pick(" + ", " - ") + number(scope, depth - 1) + ")";
      case 2 -> "(" + column(scope) + " * " + (1 + random.nextInt(5)) + ")";
      case 3 -> "(-" + column(scope) + ")";
      case 4 -> "COALESCE(" + column(scope) + ", " + number(scope, depth - 1) + ")";
      case 5 ->
          "CASE WHEN "
              + condition(scope, 0, false)
              + " THEN "
              + number(scope, depth - 1)
              + (random.nextBoolean() ? " ELSE " + number(scope, depth - 1) : "")
              + " END";
      case 6 -> "ABS(" + column(scope) + ")";
      default -> "CHAR_LENGTH(" + textColumn(scope) + ")";
    };
  }

  /** A sub-query for its one value; aggregates and conditions of outer joins take none. */
  private String scalar(Scope outer) {
    if (plain) {
      return column(outer);
    }
    String alias = "t" + aliases++;
    Scope inner = NOTHING.with(alias);
    return "(SELECT "
        + pick("MAX(", "MIN(", "COUNT(")
        + column(inner)
        + ") FROM "
        + pickOf(TABLES)
        + " "
        + alias
        + " WHERE "
        + column(inner)
        + " = "
        + column(outer)
        + ")";
  }

  private String text(Scope scope, int depth) {
    if (depth == 0 || random.percent(60)) {
      return random.percent(70) ? textColumn(scope) : pick("'a'", "'ab'", "'b'", "''", "'zz'");
    }
    return switch (random.nextInt(4)) {
      case 0 -> "UPPER(" + textColumn(scope) + ")";
      case 1 -> "(" + textColumn(scope) + " || '-' || " + textColumn(scope) + ")";
      case 2 -> "COALESCE(" + textColumn(scope) + ", 'none')";
      default -> "SUBSTRING(" + textColumn(scope) + " FROM " + (1 + random.nextInt(3)) + " FOR 2)";
    };
  }

  private String column(Scope scope) {
    return pickOf(scope.aliases()) + "." + pickOf(NUMBERS);
  }

  /** H2 rounds decimals that it compares with a list of integers. */
  private String integer(Scope scope) {
    return pickOf(scope.aliases()) + "." + pickOf(NUMBERS.subList(0, 4));
  }

  private String textColumn(Scope scope) {
    return pickOf(scope.aliases()) + "." + pickOf(TEXTS);
  }

  private String literal() {
    return random.percent(25)
        ? (random.nextInt(8) - 1) + "." + pick("5", "25", "125", "00")
        : String.valueOf(random.nextInt(14) - 3);
  }

  private String comparison() {
    return pick("=", "<>", "<", "<=", ">", ">=", "=");
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String pickOf(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}

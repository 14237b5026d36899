package io.mosql.sql.differential;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Makes random queries that have many plans: each kind is one that the planner rewrites, or for
 * which it has an access path of its own. Their answers are fixed; PostgreSQL has the same ones,
 * and H2 where it says so. Not thread-safe.
 */
final class PlannerQueries {
  private static final List<String> COLUMNS = List.of("id", "i", "g", "s", "d", "v", "w");
  private static final int LIMIT_MAX = 12;

  private final SeededRandom random;
  private final Conditions conditions;

  PlannerQueries(SeededRandom random) {
    this.random = random;
    this.conditions = new Conditions(random);
  }

  Conditions conditions() {
    return conditions;
  }

  QueryGenerator.Query next() {
    conditions.begin();
    Text text =
        switch (random.nextInt(24)) {
          case 0, 1, 2, 3 -> scan();
          case 4, 5, 6 -> joined();
          case 7 -> eitherJoin();
          case 8, 9 -> subQueries();
          case 10 -> valuesOfSubQueries();
          case 11 -> extremes();
          case 12, 13 -> prefixes();
          case 14, 15 -> union();
          case 16 -> twice();
          case 17 -> window();
          case 18 -> lateral();
          case 19 -> redundant();
          case 20 -> setOperation();
          case 21, 22 -> recursion();
          default -> groupedJoin();
        };
    return new QueryGenerator.Query(text.sql, text.ordered, conditions.h2());
  }

  private record Text(String sql, boolean ordered) {}

  /** FROM with its aliases. */
  record From(String sql, Scope scope) {}

  /** Rows of one table, perhaps in the order of an index, and a page of them. */
  private Text scan() {
    String alias = conditions.alias();
    Scope scope = new Scope(List.of(alias));
    List<String> items = columns(alias, 1 + random.nextInt(3));
    String sql =
        "SELECT "
            + (random.percent(15) ? "DISTINCT " : "")
            + String.join(", ", items)
            + " FROM "
            + conditions.table()
            + " "
            + alias
            + where(scope, 2, random.percent(20));
    return random.percent(40) ? new Text(sql, false) : sorted(sql, items.size());
  }

  private Text joined() {
    From from = from(2 + random.nextInt(2));
    List<String> items = items(from.scope, 3);
    String where = where(from.scope, 2, random.percent(25));
    if (random.percent(30)) {
      // rows without a match, or with one, if the column is never NULL
      List<String> aliases = from.scope.aliases();
      where +=
          (where.isEmpty() ? " WHERE " : " AND ")
              + conditions.column(new Scope(aliases.subList(aliases.size() - 1, aliases.size())))
              + conditions.pick(" IS NULL", " IS NULL", " IS NOT NULL");
    }
    String sql = "SELECT " + String.join(", ", items) + from.sql + where;
    return random.percent(60) ? new Text(sql, false) : sorted(sql, items.size());
  }

  /** Tables with joins of all kinds. */
  From from(int tables) {
    StringBuilder sql = new StringBuilder(" FROM ");
    Scope scope = new Scope(List.of());
    for (int n = 0; n < tables; n++) {
      String alias = conditions.alias();
      Scope own = new Scope(List.of(alias));
      if (n > 0) {
        String kind = conditions.pick(" JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN ");
        if (kind.equals(" FULL JOIN ")) {
          conditions.notH2();
        }
        sql.append(kind);
      }
      sql.append(conditions.table()).append(" ").append(alias);
      if (n > 0) {
        sql.append(" ON ").append(conditions.integer(scope)).append(" = ");
        sql.append(conditions.integer(own));
        boolean full = !conditions.h2();
        // PostgreSQL has full joins on equalities alone.
        if (!full && random.percent(30)) {
          sql.append(" AND ").append(conditions.condition(scope.with(own), 0, false));
        }
      }
      scope = scope.with(own);
    }
    return new From(sql.toString(), scope);
  }

  private Text eitherJoin() {
    String left = conditions.alias();
    String right = conditions.alias();
    Scope first = new Scope(List.of(left));
    Scope second = new Scope(List.of(right));
    Scope both = first.with(second);
    String sql =
        "SELECT "
            + String.join(", ", items(both, 2))
            + " FROM "
            + conditions.table()
            + " "
            + left
            + conditions.pick(" JOIN ", " LEFT JOIN ")
            + conditions.table()
            + " "
            + right
            + " ON "
            + conditions.integer(first)
            + " = "
            + conditions.integer(second)
            + " OR "
            + conditions.integer(first)
            + " = "
            + conditions.integer(second)
            + (random.percent(30) ? " AND " + conditions.condition(both, 0, false) : "")
            + where(both, 1, false);
    return new Text(sql, false);
  }

  private Text subQueries() {
    From from = from(random.percent(75) ? 1 : 2);
    String condition = conditions.subQuery(from.scope, 1);
    String other = conditions.condition(from.scope, 1, true);
    String where =
        switch (random.nextInt(6)) {
          case 0, 1 -> condition;
          case 2 -> condition + " OR " + other;
          case 3 -> condition + " AND " + other;
          case 4 -> "NOT (" + condition + ")";
          default ->
              "(" + condition + ")" + conditions.pick(" IS NOT TRUE", " IS NULL", " IS TRUE");
        };
    return new Text(
        "SELECT " + String.join(", ", items(from.scope, 2)) + from.sql + " WHERE " + where, false);
  }

  /** Sub-queries in the select list, as values and as truth values. */
  private Text valuesOfSubQueries() {
    String alias = conditions.alias();
    Scope outer = new Scope(List.of(alias));
    String inner = conditions.alias();
    Scope below = new Scope(List.of(inner));
    String value =
        "(SELECT "
            + conditions.aggregate(below)
            + " FROM "
            + conditions.table()
            + " "
            + inner
            + " WHERE "
            + conditions.integer(below)
            + conditions.pick(" = ", " = ", " = ", " < ")
            + conditions.integer(outer)
            + (random.percent(40) ? " AND " + conditions.condition(below, 1, false) : "")
            + ")";
    String truth = "CASE WHEN " + conditions.subQuery(outer, 0) + " THEN 1 ELSE 0 END";
    return new Text(
        "SELECT "
            + alias
            + ".id, "
            + (random.nextBoolean() ? value : "COALESCE(" + value + ", -1)")
            + ", "
            + truth
            + " FROM "
            + conditions.table()
            + " "
            + alias
            + where(outer, 1, false),
        false);
  }

  private Text extremes() {
    From from = from(random.percent(80) ? 1 : 2);
    String items =
        IntStream.rangeClosed(0, random.nextInt(3))
            .mapToObj(
                i ->
                    conditions.pick("MIN(", "MAX(", "MIN(", "MAX(", "COUNT(")
                        + conditions.column(from.scope)
                        + ")")
            .collect(Collectors.joining(", "));
    return new Text("SELECT " + items + from.sql + where(from.scope, 1, false), false);
  }

  /** Groups and distinct rows, which an index may have in order. */
  private Text prefixes() {
    String alias = conditions.alias();
    Scope scope = new Scope(List.of(alias));
    List<String> keys = columns(alias, 1 + random.nextInt(2));
    String tail = " FROM " + conditions.table() + " " + alias + where(scope, 1, false);
    String list = String.join(", ", keys);
    int width = keys.size();
    String sql;
    if (random.percent(40)) {
      sql = "SELECT DISTINCT " + list + tail;
    } else {
      width += 2;
      sql =
          "SELECT "
              + list
              + ", "
              + conditions.aggregate(scope)
              + ", "
              + conditions.aggregate(scope)
              + tail
              + " GROUP BY "
              + list
              + (random.percent(25) ? " HAVING COUNT(*) > " + random.nextInt(3) : "");
    }
    return random.percent(30) ? new Text(sql, false) : sorted(sql, width);
  }

  private Text union() {
    List<String> branches = new ArrayList<>();
    int width = 1 + random.nextInt(2);
    List<String> names = columns("", width);
    for (int n = 0; n <= 1 + random.nextInt(2); n++) {
      String alias = conditions.alias();
      branches.add(
          "SELECT "
              + names.stream().map(name -> alias + name).collect(Collectors.joining(", "))
              + " FROM "
              + conditions.table()
              + " "
              + alias
              + where(new Scope(List.of(alias)), 1, false));
    }
    String sql = String.join(random.percent(80) ? " UNION ALL " : " UNION ", branches);
    if (random.percent(40)) {
      String outer = conditions.alias();
      String key = outer + names.get(0);
      boolean text = key.endsWith(".v") || key.endsWith(".w");
      sql =
          "SELECT "
              + names.stream().map(name -> outer + name).collect(Collectors.joining(", "))
              + " FROM ("
              + sql
              + ") "
              + outer
              + " WHERE "
              + key
              + (text ? " >= 'a'" : conditions.comparison() + conditions.value());
    }
    return random.percent(20) ? new Text(sql, false) : sorted(sql, width);
  }

  private Text twice() {
    String inner = conditions.alias();
    Scope scope = new Scope(List.of(inner));
    boolean grouped = random.percent(40);
    String body =
        grouped
            ? "SELECT i AS id, COUNT(*) AS i, MAX(g) AS g, MIN(s) AS s, SUM(d) AS d, MAX(v) AS v,"
                + " MIN(w) AS w FROM "
                + conditions.table()
                + " "
                + inner
                + where(scope, 1, false)
                + " GROUP BY i"
            : "SELECT id, i, g, s, d, v, w FROM "
                + conditions.table()
                + " "
                + inner
                + where(scope, 1, true);
    String left = conditions.alias();
    String right = conditions.alias();
    Scope both = new Scope(List.of(left, right));
    String sql =
        "WITH q AS "
            + conditions.pick("", "", "MATERIALIZED ", "NOT MATERIALIZED ")
            + "("
            + body
            + ") SELECT "
            + String.join(", ", items(both, 2))
            + " FROM q "
            + left
            + conditions.pick(" JOIN ", " LEFT JOIN ")
            + conditions.pick("q ", "q ", "a ")
            + right
            + " ON "
            + conditions.integer(new Scope(List.of(left)))
            + " = "
            + conditions.integer(new Scope(List.of(right)))
            + where(both, 1, false);
    if (sql.contains("MATERIALIZED")) {
      conditions.notH2();
    }
    return new Text(sql, false);
  }

  /** Numbered rows of which the first are taken, and conditions on the partition. */
  private Text window() {
    String alias = conditions.alias();
    Scope scope = new Scope(List.of(alias));
    String partition = conditions.integer(scope);
    String over =
        "(PARTITION BY "
            + (random.percent(70) ? partition : "1")
            + " ORDER BY "
            + conditions.number(scope)
            + conditions.pick(" NULLS FIRST", " NULLS LAST", " DESC NULLS LAST");
    String function =
        random.percent(60)
            ? conditions.pick("RANK()", "DENSE_RANK()", "COUNT(*)") + " OVER " + over + ")"
            : conditions.pick("SUM(", "MIN(", "COUNT(")
                + conditions.integer(scope)
                + ") OVER "
                + over
                + ")";
    String outer = conditions.alias();
    return new Text(
        "SELECT p, n, k FROM (SELECT "
            + partition
            + " AS p, "
            + function
            + " AS n, "
            + conditions.number(scope)
            + " AS k FROM "
            + conditions.table()
            + " "
            + alias
            + where(scope, 1, false)
            + ") "
            + outer
            + " WHERE "
            + conditions.pick(
                "n <= 3", "n = 1", "n < 2", "p = 3", "p IN (1, 4)", "p > 5", "k > 2 AND n <= 5"),
        false);
  }

  private Text lateral() {
    conditions.notH2();
    String alias = conditions.alias();
    Scope outer = new Scope(List.of(alias));
    String inner = conditions.alias();
    Scope below = new Scope(List.of(inner));
    String derived = conditions.alias();
    String item = conditions.number(below);
    String body =
        random.percent(60)
            ? "SELECT "
                + item
                + " AS x FROM "
                + conditions.table()
                + " "
                + inner
                + " WHERE "
                + conditions.integer(below)
                + " = "
                + conditions.integer(outer)
                + " ORDER BY 1 "
                + conditions.pick("NULLS FIRST", "DESC NULLS LAST")
                + " LIMIT "
                + random.nextInt(4)
            : "SELECT "
                + conditions.aggregate(below)
                + " AS x FROM "
                + conditions.table()
                + " "
                + inner
                + " WHERE "
                + conditions.integer(below)
                + " = "
                + conditions.integer(outer)
                + (random.percent(40) ? " AND " + conditions.condition(below, 1, false) : "");
    boolean cross = random.nextBoolean();
    return new Text(
        "SELECT "
            + alias
            + ".id, "
            + derived
            + ".x FROM "
            + conditions.table()
            + " "
            + alias
            + (cross ? " CROSS JOIN LATERAL (" : " LEFT JOIN LATERAL (")
            + body
            + ") "
            + derived
            + (cross ? "" : " ON TRUE")
            + where(outer, 1, false),
        false);
  }

  /** Joins that add nothing: on a key whose columns are not used, or of a table with itself. */
  private Text redundant() {
    String left = conditions.alias();
    String right = conditions.alias();
    Scope scope = new Scope(List.of(left));
    String table = conditions.table();
    boolean self = random.percent(30);
    String sql =
        "SELECT "
            + (random.percent(20) ? "DISTINCT " : "")
            + String.join(", ", items(scope, 2))
            + " FROM "
            + table
            + " "
            + left
            + conditions.pick(" LEFT JOIN ", " LEFT JOIN ", " JOIN ")
            + (self ? table : conditions.table())
            + " "
            + right
            + " ON "
            + (self ? left + ".id" : conditions.integer(scope))
            + " = "
            + right
            + ".id"
            + where(scope, 1, random.percent(20));
    return new Text(sql, false);
  }

  private Text setOperation() {
    String operator = conditions.pick(" INTERSECT ", " EXCEPT ", " UNION ", " UNION ALL ");
    String sql = branch() + operator + branch();
    return random.percent(50) ? new Text(sql, false) : sorted(sql, 2);
  }

  private String branch() {
    From from = from(random.percent(70) ? 1 : 2);
    return "SELECT "
        + (random.percent(25) ? "DISTINCT " : "")
        + conditions.integer(from.scope)
        + ", "
        + conditions.text(from.scope)
        + from.sql
        + where(from.scope, 1, false);
  }

  /** Aggregates over joins, by the columns of one side. */
  private Text groupedJoin() {
    From from = from(2);
    Scope left = new Scope(List.of(from.scope.aliases().get(0)));
    String key = conditions.column(left);
    return new Text(
        "SELECT "
            + key
            + ", "
            + conditions.aggregate(from.scope)
            + ", "
            + conditions.aggregate(from.scope)
            + from.sql
            + where(from.scope, 1, false)
            + " GROUP BY "
            + key,
        false);
  }

  /** Rows found from rows, once or again; H2 has other rules for the types and has no UNION. */
  private Text recursion() {
    conditions.notH2();
    boolean all = random.nextBoolean();
    String seed = conditions.alias();
    String next = conditions.alias();
    Scope first = new Scope(List.of(seed));
    Scope step = new Scope(List.of(next));
    String round = all ? "r.n + 1" : random.percent(30) ? "r.n + 1" : "0";
    String extra = random.percent(40) ? " AND " + conditions.condition(step, 1, false) : "";
    String body =
        "SELECT CAST("
            + conditions.integer(first)
            + " AS BIGINT), CAST("
            + conditions.text(first)
            + " AS TEXT), 0 FROM "
            + conditions.table()
            + " "
            + seed
            + where(first, 1, false)
            + (all ? " UNION ALL " : " UNION ")
            + "SELECT CAST("
            + conditions.integer(step)
            + " AS BIGINT), "
            + conditions.pick("r.v", "CAST(" + conditions.text(step) + " AS TEXT)")
            + ", "
            + round
            + " FROM "
            + conditions.table()
            + " "
            + next
            + " JOIN r ON r.k = "
            + conditions.integer(step)
            + " WHERE r.n < "
            + (all ? 2 : 4)
            + extra;
    String outer = conditions.pick("k, v, n", "n, COUNT(*), MIN(k), MAX(v)", "DISTINCT v, n");
    return new Text(
        "WITH RECURSIVE r (k, v, n) AS ("
            + body
            + ") SELECT "
            + outer
            + " FROM r"
            + (outer.contains("COUNT") ? " GROUP BY n" : ""),
        false);
  }

  /**
   * Aggregations, with filters, expressions and joins by equal keys below them, over as many rows
   * as there are.
   */
  QueryGenerator.Query aggregation() {
    conditions.begin();
    String alias = conditions.alias();
    Scope scope = new Scope(List.of(alias));
    StringBuilder from =
        new StringBuilder(" FROM ")
            .append(conditions.pick("a", "a", "b"))
            .append(" ")
            .append(alias);
    if (random.percent(45)) {
      String other = conditions.alias();
      from.append(conditions.pick(" JOIN ", " LEFT JOIN "))
          .append(conditions.pick("a", "b", "c"))
          .append(" ")
          .append(other)
          .append(" ON ")
          .append(other)
          .append(".id = ")
          .append(conditions.integer(scope));
      if (random.percent(30)) {
        from.append(" AND ").append(conditions.condition(new Scope(List.of(other)), 1, false));
      }
      scope = scope.with(new Scope(List.of(other)));
    }
    from.append(where(scope, 2, random.percent(30)));
    List<String> keys = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      keys.add(random.percent(75) ? conditions.column(scope) : expression(scope));
    }
    List<String> items = new ArrayList<>(keys);
    for (int i = random.nextInt(4); i >= 0; i--) {
      items.add(measure(scope));
    }
    String sql =
        "SELECT "
            + String.join(", ", items)
            + from
            + (keys.isEmpty() ? "" : " GROUP BY " + String.join(", ", keys))
            + (random.percent(20) ? " HAVING " + measure(scope) + " > 2" : "");
    return new QueryGenerator.Query(sql, false, conditions.h2());
  }

  /** A key without numbers: with parameters in their place it would be another expression. */
  private String expression(Scope scope) {
    return switch (random.nextInt(4)) {
      case 0 -> conditions.integer(scope) + " + " + conditions.integer(scope);
      case 1 -> "LOWER(" + conditions.text(scope) + ")";
      case 2 -> "COALESCE(" + conditions.number(scope) + ", " + conditions.number(scope) + ")";
      default ->
          "CASE WHEN "
              + conditions.number(scope)
              + conditions.comparison()
              + conditions.number(scope)
              + " THEN 'yes' ELSE "
              + conditions.text(scope)
              + " END";
    };
  }

  private String measure(Scope scope) {
    String number = conditions.number(scope);
    return switch (random.nextInt(8)) {
      case 0 -> "SUM(" + number + " * (1 - " + conditions.number(scope) + "))";
      case 1 ->
          "SUM(CASE WHEN "
              + conditions.condition(scope, 1, false)
              + " THEN "
              + number
              + " ELSE 0 END)";
      case 2 -> "COUNT(*) FILTER (WHERE " + conditions.condition(scope, 1, false) + ")";
      case 3 ->
          conditions.pick("MIN(", "MAX(") + "-" + number + " + " + conditions.number(scope) + ")";
      default -> conditions.aggregate(scope);
    };
  }

  private String where(Scope scope, int depth, boolean subQueries) {
    return random.percent(15) ? "" : " WHERE " + conditions.condition(scope, depth, subQueries);
  }

  private List<String> items(Scope scope, int most) {
    return IntStream.rangeClosed(0, random.nextInt(most))
        .mapToObj(i -> conditions.column(scope))
        .toList();
  }

  /** Different columns of one table, each after a dot. */
  private List<String> columns(String alias, int count) {
    List<String> left = new ArrayList<>(COLUMNS);
    return IntStream.range(0, count)
        .mapToObj(i -> alias + "." + left.remove(random.nextInt(left.size())))
        .toList();
  }

  private Text sorted(String sql, int width) {
    String direction = conditions.pick("", " DESC");
    boolean same = random.percent(60);
    String keys =
        IntStream.rangeClosed(1, width)
            .mapToObj(
                i -> {
                  String way = same ? direction : conditions.pick("", " DESC");
                  boolean usual = random.percent(70);
                  return i + way + (way.isEmpty() == usual ? " NULLS FIRST" : " NULLS LAST");
                })
            .collect(Collectors.joining(", "));
    return new Text(
        sql
            + " ORDER BY "
            + keys
            + (random.percent(70) ? " LIMIT " + random.nextInt(LIMIT_MAX) : "")
            + (random.percent(20) ? " OFFSET " + random.nextInt(6) : ""),
        true);
  }
}

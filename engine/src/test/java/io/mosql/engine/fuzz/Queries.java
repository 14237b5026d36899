package io.mosql.engine.fuzz;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A generator of random queries over {@link Tables} with results determined by the standard and
 * PostgreSQL: where rows are limited there is a total order. Not thread-safe.
 */
final class Queries implements Expressions.SubQueries {
  private static final List<String> JOINS =
      List.of(" JOIN ", " JOIN ", " LEFT JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN ");

  private final SeededRandom random;
  private final Tables tables;
  private final Expressions expressions;
  private int names;
  private int nesting;

  /** A relation in FROM and the names that it provides. */
  private record Relation(Piece sql, Scope scope) {}

  Queries(SeededRandom random, Tables tables, Literals literals) {
    this.random = random;
    this.tables = tables;
    this.expressions = new Expressions(random, literals, this);
  }

  Expressions expressions() {
    return expressions;
  }

  /**
   * A query, and whether errors in it are independent of the execution plan, because every
   * expression is evaluated for every row.
   */
  record Query(Piece sql, boolean strict) {}

  Query next() {
    names = 0;
    nesting = 0;
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> new Query(constants(), true);
      case 5, 6, 7, 8 -> new Query(projection(), true);
      case 9 -> new Query(starred(), false);
      case 10 -> new Query(recursive(), false);
      case 11 -> new Query(named(), false);
      case 12 -> new Query(distinctOn(), false);
      default -> new Query(query(kinds(1 + random.nextInt(3)), Scope.NONE, 2), false);
    };
  }

  /** Expressions of constants. */
  private Piece constants() {
    int depth = 1 + random.nextInt(3);
    nesting = 9;
    Piece items = items(kinds(1 + random.nextInt(2)), Scope.NONE, depth);
    nesting = 0;
    return Piece.of("SELECT ", items);
  }

  /** Expressions over each row of one table. */
  private Piece projection() {
    Tables.Table table = table();
    Scope scope = table.scope("t");
    nesting = 9;
    Piece items = items(kinds(1 + random.nextInt(2)), scope, 1 + random.nextInt(3));
    nesting = 0;
    return Piece.of("SELECT ", items, Piece.optional(" FROM " + table.name() + " t"));
  }

  /** All columns of a join, in their order. */
  private Piece starred() {
    Relation from = random.percent(70) ? usingChain() : from(Scope.NONE, 1);
    return Piece.of("SELECT * FROM ", from.sql, where(from.scope, 1));
  }

  private List<Kind> kinds(int count) {
    return IntStream.range(0, count).mapToObj(i -> expressions.anyKind()).toList();
  }

  @Override
  public Piece rows(Kind kind, Scope scope, boolean one) {
    nesting++;
    try {
      if (nesting > 2) {
        return Piece.of("SELECT ", expressions.leaf(kind, scope));
      } else if (!one) {
        return query(List.of(kind), scope, 1);
      }
      Relation from = from(scope, 1);
      Scope inner = from.scope.within(scope);
      if (random.percent(60)) {
        return Piece.of(
            "SELECT ",
            expressions.aggregate(kind, from.scope, 1),
            " FROM ",
            from.sql,
            where(inner, 1));
      }
      return Piece.of(
          "SELECT ",
          expressions.make(kind, inner, 1),
          " AS x0 FROM ",
          from.sql,
          where(inner, 1),
          " ORDER BY 1 NULLS LAST LIMIT 1");
    } finally {
      nesting--;
    }
  }

  /** A query of columns {@code x0}, {@code x1} .. of these kinds. */
  private Piece query(List<Kind> kinds, Scope outer, int depth) {
    int choice = random.nextInt(100);
    if (choice < 14 && depth > 0) {
      return set(kinds, outer, depth - 1);
    } else if (choice < 34) {
      return grouped(kinds, outer, depth);
    } else if (choice < 46) {
      return windowed(kinds, outer, depth);
    } else if (choice < 49) {
      return values(kinds, outer);
    }
    Relation from = from(outer, depth);
    Scope inner = from.scope.within(outer);
    boolean plain = kinds.stream().allMatch(Queries::oneForm);
    Piece select =
        Piece.of(
            random.percent(15) && plain ? "SELECT DISTINCT " : "SELECT ",
            items(kinds, inner, 2),
            " FROM ",
            from.sql,
            where(inner, 2));
    return random.percent(25) && plain ? Piece.of(select, ordered(kinds.size())) : select;
  }

  /** Whether equal values have the same text. */
  private static boolean oneForm(Kind kind) {
    return kind != Kind.IV && kind != Kind.JSON;
  }

  private Piece items(List<Kind> kinds, Scope scope, int depth) {
    List<Piece> items = new ArrayList<>();
    for (Kind kind : kinds) {
      items.add(Piece.of(expressions.make(kind, scope, depth), " AS x" + items.size()));
    }
    return Piece.list(", ", items);
  }

  private Piece ordered(int width) {
    String keys =
        IntStream.rangeClosed(1, width)
            .mapToObj(
                i -> i + pick(List.of("", " DESC")) + pick(List.of(" NULLS FIRST", " NULLS LAST")))
            .collect(Collectors.joining(", "));
    String limit = random.percent(80) ? " LIMIT " + random.nextInt(8) : "";
    String offset = random.percent(25) ? " OFFSET " + random.nextInt(4) : "";
    return Piece.of(" ORDER BY " + keys, Piece.optional(limit), Piece.optional(offset));
  }

  private Piece set(List<Kind> kinds, Scope outer, int depth) {
    boolean plain = kinds.stream().allMatch(Queries::oneForm);
    String operator =
        plain
            ? pick(
                List.of(
                    " UNION ",
                    " UNION ALL ",
                    " INTERSECT ",
                    " EXCEPT ",
                    " INTERSECT ALL ",
                    " EXCEPT ALL "))
            : " UNION ALL ";
    return Piece.of(
        "(",
        query(kinds, outer, depth),
        ")",
        Piece.optional(operator + "(", query(kinds, outer, depth), ")"));
  }

  private Piece values(List<Kind> kinds, Scope outer) {
    List<Piece> rows = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      rows.add(
          Piece.of(
              "(",
              Piece.list(", ", kinds.stream().map(k -> expressions.make(k, outer, 1)).toList()),
              ")"));
    }
    return Piece.of("VALUES ", Piece.list(", ", rows));
  }

  private Piece grouped(List<Kind> kinds, Scope outer, int depth) {
    Relation from = from(outer, depth);
    List<Scope.Column> keys = new ArrayList<>();
    int count = random.nextInt(3);
    for (int i = 0; i < count && !from.scope.columns().isEmpty(); i++) {
      Scope.Column key = pick(from.scope.columns());
      if (oneForm(key.kind()) && !keys.contains(key)) {
        keys.add(key);
      }
    }
    List<Scope.Column> grouped = new ArrayList<>(keys);
    List<Piece> items = new ArrayList<>();
    for (Kind kind : kinds) {
      List<Scope.Column> own = grouped.stream().filter(k -> k.kind() == kind).toList();
      Piece item =
          !own.isEmpty() && random.percent(60)
              ? Piece.of(pick(own).sql())
              : random.percent(70)
                  ? expressions.aggregate(kind, from.scope, 1)
                  : overAggregates(kind, from.scope, grouped);
      items.add(Piece.of(item, " AS x" + items.size()));
    }
    List<Object> parts =
        new ArrayList<>(
            List.of(
                "SELECT ",
                Piece.list(", ", items),
                " FROM ",
                from.sql,
                where(from.scope.within(outer), 1)));
    if (!keys.isEmpty()) {
      parts.add(
          Piece.optional(" GROUP BY " + grouping(keys.stream().map(Scope.Column::sql).toList())));
    }
    if (random.percent(25)) {
      parts.add(Piece.optional(" HAVING ", overAggregates(Kind.BOOL, from.scope, grouped)));
    }
    return new Piece(null, false, parts);
  }

  private String grouping(List<String> keys) {
    String all = String.join(", ", keys);
    if (random.percent(70)) {
      return all;
    }
    return switch (random.nextInt(4)) {
      case 0 -> "ROLLUP (" + all + ")";
      case 1 -> "CUBE (" + all + ")";
      case 2 -> "GROUPING SETS ((" + all + "), (" + keys.get(0) + "), ())";
      default -> "GROUPING SETS ((" + keys.get(keys.size() - 1) + "), ())";
    };
  }

  /** An expression over the keys and some aggregates. */
  private Piece overAggregates(Kind kind, Scope scope, List<Scope.Column> keys) {
    List<Scope.Column> columns = new ArrayList<>(keys);
    for (Kind aggregate : List.of(Kind.INT, kind == Kind.BOOL ? Kind.TEXT : kind)) {
      Piece piece = expressions.aggregate(aggregate, scope, 1);
      if (piece.values().isEmpty()) {
        columns.add(new Scope.Column(piece.sql(), aggregate));
      }
    }
    nesting += 9;
    Piece piece = expressions.make(kind, new Scope(columns, List.of()), 2);
    nesting -= 9;
    return piece;
  }

  private Piece windowed(List<Kind> kinds, Scope outer, int depth) {
    Relation from = from(outer, depth);
    Scope inner = from.scope.within(outer);
    List<Piece> items = new ArrayList<>();
    for (Kind kind : kinds) {
      Piece item = random.percent(70) ? window(kind, from.scope) : expressions.make(kind, inner, 1);
      items.add(Piece.of(item, " AS x" + items.size()));
    }
    return Piece.of("SELECT ", Piece.list(", ", items), " FROM ", from.sql, where(inner, 1));
  }

  private Piece window(Kind kind, Scope scope) {
    boolean unique = !scope.unique().isEmpty();
    Piece partition =
        random.percent(50)
            ? Piece.optional("PARTITION BY ", expressions.leaf(expressions.plainKind(), scope), " ")
            : Piece.of("");
    Kind sort = expressions.plainKind();
    String all =
        scope.unique().stream()
            .map(c -> ", " + c + pick(List.of("", " DESC")) + " NULLS LAST")
            .collect(Collectors.joining());
    boolean total = unique && random.percent(70);
    Piece order =
        Piece.of(
            "ORDER BY ",
            expressions.make(sort, scope, 1),
            pick(List.of("", " DESC")) + pick(List.of(" NULLS FIRST", " NULLS LAST")),
            total ? all : "");
    String frame = total ? frame(true) : frame(false);
    if (total && random.percent(50)) {
      String self = pick(List.of("lag(", "lead(", "first_value(", "last_value(", "nth_value("));
      Piece value = expressions.make(kind, scope, 1);
      String rest =
          self.startsWith("nth")
              ? ", 2)"
              : self.startsWith("l") && !self.startsWith("last") && random.nextBoolean()
                  ? ", 2)"
                  : ")";
      boolean framed = !self.equals("lag(") && !self.equals("lead(");
      return Piece.expression(
          kind, self, value, rest + " OVER (", partition, order, framed ? frame : "", ")");
    }
    if (kind == Kind.INT && random.percent(50)) {
      String rank =
          total
              ? pick(List.of("row_number()", "rank()", "ntile(3)", "dense_rank()"))
              : pick(List.of("rank()", "dense_rank()"));
      return Piece.expression(kind, rank + " OVER (", partition, order, ")");
    } else if (kind == Kind.DBL && random.percent(40)) {
      return Piece.expression(
          kind, pick(List.of("percent_rank()", "cume_dist()")) + " OVER (", partition, order, ")");
    }
    Piece aggregate =
        switch (kind) {
          case INT ->
              Piece.of(
                  pick(List.of("sum(", "count(", "min(", "max(")),
                  expressions.make(kind, scope, 1),
                  ")");
          case NUM ->
              Piece.of(
                  pick(List.of("sum(", "min(", "max(")), expressions.make(kind, scope, 1), ")");
          case BOOL ->
              Piece.of(
                  pick(List.of("bool_and(", "bool_or(")), expressions.make(kind, scope, 1), ")");
          case DBL, TEXT, DATE, TIME, TS, TSTZ ->
              Piece.of(pick(List.of("min(", "max(")), expressions.make(kind, scope, 1), ")");
          default -> Piece.of("");
        };
    if (aggregate.sql().isEmpty()) {
      return expressions.make(kind, scope, 1);
    }
    Piece filter =
        random.percent(15)
            ? Piece.optional(" FILTER (WHERE ", expressions.condition(scope, 1), ")")
            : Piece.of("");
    return Piece.expression(
        kind, aggregate, filter, " OVER (", partition, order, Piece.optional(frame), ")");
  }

  private String frame(boolean total) {
    if (random.percent(40)) {
      return "";
    }
    String unit =
        total
            ? pick(List.of(" ROWS", " ROWS", " GROUPS", " RANGE"))
            : pick(List.of(" GROUPS", " RANGE"));
    boolean range = unit.equals(" RANGE");
    String first =
        range
            ? pick(List.of("UNBOUNDED PRECEDING", "CURRENT ROW"))
            : pick(List.of("UNBOUNDED PRECEDING", "2 PRECEDING", "1 PRECEDING", "CURRENT ROW"));
    String last =
        range
            ? pick(List.of("UNBOUNDED FOLLOWING", "CURRENT ROW"))
            : pick(List.of("UNBOUNDED FOLLOWING", "1 FOLLOWING", "CURRENT ROW", "2 FOLLOWING"));
    String exclude =
        random.percent(20)
            ? pick(
                total
                    ? List.of(" EXCLUDE CURRENT ROW", " EXCLUDE TIES", " EXCLUDE GROUP")
                    : List.of(" EXCLUDE GROUP", " EXCLUDE NO OTHERS"))
            : "";
    return unit + " BETWEEN " + first + " AND " + last + exclude;
  }

  private Piece distinctOn() {
    Relation from = from(Scope.NONE, 1);
    Kind kind = expressions.plainKind();
    Piece key = expressions.leaf(Kind.INT, from.scope);
    if (from.scope.unique().isEmpty()
        || !key.values().isEmpty()
        || from.scope.columns().stream().noneMatch(c -> c.sql().equals(key.sql()))) {
      return query(kinds(2), Scope.NONE, 1);
    }
    String order =
        from.scope.unique().stream()
            .map(c -> ", " + c + pick(List.of("", " DESC")) + " NULLS FIRST")
            .collect(Collectors.joining());
    return Piece.of(
        "SELECT DISTINCT ON (" + key.sql() + ") " + key.sql() + " AS x0, ",
        expressions.make(kind, from.scope, 2),
        " AS x1 FROM ",
        from.sql,
        where(from.scope, 1),
        " ORDER BY " + key.sql() + " NULLS LAST" + order,
        Piece.optional(" LIMIT 3"));
  }

  private Piece recursive() {
    Tables.Table table = table();
    String union = pick(List.of("UNION", "UNION ALL"));
    String alias = "w" + names++;
    Scope scope =
        new Scope(
            List.of(
                new Scope.Column(alias + ".n", Kind.INT), new Scope.Column(alias + ".v", Kind.INT)),
            List.of());
    return Piece.of(
        "WITH RECURSIVE r (n, v) AS (SELECT 0, CAST(t.k AS BIGINT) FROM " + table.name() + " t",
        where(table.scope("t"), 1),
        " "
            + union
            + " SELECT r.n + 1, CAST(u.id AS BIGINT) FROM r JOIN "
            + table().name()
            + " u ON u.k = r.v",
        " WHERE r.n < 3) SELECT ",
        items(kinds(2), scope, 1),
        ", " + alias + ".n FROM r " + alias,
        where(scope, 1));
  }

  private Piece named() {
    List<Kind> kinds = kinds(2);
    Piece query = query(kinds, Scope.NONE, 1);
    List<Scope.Column> columns = new ArrayList<>();
    for (String alias : List.of("p", "q")) {
      for (int i = 0; i < kinds.size(); i++) {
        columns.add(new Scope.Column(alias + ".y" + i, kinds.get(i)));
      }
    }
    Scope scope = new Scope(columns, List.of());
    boolean twice = random.nextBoolean();
    Scope used = twice ? scope : new Scope(columns.subList(0, kinds.size()), List.of());
    Piece join =
        twice
            ? Piece.of(
                pick(List.of(" JOIN ", " LEFT JOIN ")) + "w q ON ", expressions.condition(scope, 1))
            : Piece.of("");
    String kept = pick(List.of("AS ", "AS MATERIALIZED ", "AS NOT MATERIALIZED "));
    return Piece.of(
        "WITH w (y0, y1) " + kept + "(",
        query,
        ") SELECT ",
        items(kinds(2), used, 1),
        " FROM w p",
        join,
        where(used, 1));
  }

  Piece where(Scope scope, int depth) {
    return random.percent(55)
        ? Piece.optional(" WHERE ", expressions.condition(scope, depth))
        : Piece.of("");
  }

  Tables.Table table() {
    return pick(tables.tables());
  }

  private Relation from(Scope outer, int depth) {
    int choice = random.nextInt(100);
    if (depth <= 0 || choice < 35) {
      return relation(0);
    } else if (choice < 50) {
      return usingChain();
    }
    Relation left = relation(depth - 1);
    int more = 1 + random.nextInt(2);
    for (int i = 0; i < more; i++) {
      left = join(left, outer, depth - 1);
    }
    return left;
  }

  private Relation join(Relation left, Scope outer, int depth) {
    int choice = random.nextInt(100);
    if (choice < 8) {
      Relation right = relation(depth);
      return new Relation(
          Piece.of(left.sql, Piece.optional(" CROSS JOIN ", right.sql)),
          left.scope.join(right.scope));
    } else if (choice < 22) {
      return lateral(left, outer);
    }
    boolean nested = random.percent(15);
    Relation right = nested ? join(relation(0), outer, 0) : relation(depth);
    Scope both = left.scope.join(right.scope);
    String kind = pick(JOINS);
    Piece on =
        kind.contains("FULL") || random.percent(60)
            ? equal(left.scope, right.scope)
            : expressions.condition(both.within(outer), 1);
    if (random.percent(25) && !kind.contains("FULL")) {
      on = Piece.of(on, Piece.optional(" AND ", expressions.condition(both, 1)));
    }
    Piece sql = nested ? Piece.of("(", right.sql, ")") : right.sql;
    return new Relation(Piece.of(left.sql, Piece.optional(kind, sql, " ON ", on)), both);
  }

  private Piece equal(Scope left, Scope right) {
    for (int i = 0; i < 10; i++) {
      Scope.Column one = pick(left.columns());
      List<Scope.Column> others = right.of(one.kind());
      if (!others.isEmpty() && one.kind() != Kind.JSON) {
        return Piece.expression(Kind.BOOL, "(" + one.sql() + " = " + pick(others).sql() + ")");
      }
    }
    return Piece.expression(Kind.BOOL, "TRUE");
  }

  private Relation lateral(Relation left, Scope outer) {
    String alias = "t" + names++;
    if (random.percent(30)) {
      Piece last = expressions.leaf(Kind.INT, left.scope);
      return new Relation(
          Piece.of(
              left.sql,
              Piece.optional(
                  random.nextBoolean() ? ", " : " CROSS JOIN ",
                  "LATERAL generate_series(1, least(",
                  last,
                  ", 4)) AS " + alias + "(n)")),
          new Scope(
              left.scope
                  .join(new Scope(List.of(new Scope.Column(alias + ".n", Kind.INT)), List.of()))
                  .columns(),
              List.of()));
    }
    List<Kind> kinds = kinds(2);
    nesting++;
    Piece query = query(kinds, left.scope.within(outer), 0);
    nesting--;
    boolean optional = random.nextBoolean();
    return new Relation(
        Piece.of(
            left.sql,
            Piece.optional(
                optional ? " LEFT JOIN" : random.nextBoolean() ? " CROSS JOIN" : ",",
                " LATERAL (",
                query,
                ") AS " + alias + "(y0, y1)" + (optional ? " ON TRUE" : ""))),
        new Scope(left.scope.join(derived(alias, kinds)).columns(), List.of()));
  }

  private static Scope derived(String alias, List<Kind> kinds) {
    return new Scope(
        IntStream.range(0, kinds.size())
            .mapToObj(i -> new Scope.Column(alias + ".y" + i, kinds.get(i)))
            .toList(),
        List.of());
  }

  /** Some tables that are joined by the names of their columns. */
  private Relation usingChain() {
    Tables.Table first = table();
    String alias = "t" + names++;
    Scope scope = first.scope(alias);
    Piece sql = Piece.of(first.name() + " " + alias);
    int more = 1 + random.nextInt(2);
    boolean both = random.percent(20);
    boolean natural = random.percent(15);
    for (int i = 0; i < more; i++) {
      Tables.Table next = table();
      String name = "t" + names++;
      String kind = pick(JOINS);
      if (natural) {
        sql =
            Piece.of(
                sql,
                " NATURAL"
                    + kind
                    + "(SELECT "
                    + (both ? "id, " : "")
                    + "k FROM "
                    + next.name()
                    + ") "
                    + name);
        scope = scope.join(new Scope(List.of(new Scope.Column(name + ".k", Kind.INT)), List.of()));
      } else {
        sql =
            Piece.of(
                sql,
                Piece.optional(
                    kind + next.name() + " " + name + " USING (" + (both ? "id, k" : "k") + ")"));
        scope = scope.join(next.scope(name));
      }
    }
    List<Scope.Column> columns = new ArrayList<>(scope.columns());
    columns.add(new Scope.Column("k", Kind.INT));
    columns.add(new Scope.Column("k", Kind.INT));
    return new Relation(sql, new Scope(columns, scope.unique()));
  }

  private Relation relation(int depth) {
    String alias = "t" + names++;
    if (depth > 0 && random.percent(25)) {
      List<Kind> kinds = kinds(2);
      nesting++;
      Piece query = query(kinds, Scope.NONE, depth - 1);
      nesting--;
      return new Relation(
          Piece.of("(", query, ") AS " + alias + "(y0, y1)"), derived(alias, kinds));
    }
    Tables.Table table = table();
    return new Relation(Piece.of(table.name() + " " + alias), table.scope(alias));
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }
}

package io.mosql.sql.differential;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.catalog.TableDef;
import io.mosql.testkit.SeededRandom;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tests of one database with itself, each of a random condition p over random joins:
 *
 * <ul>
 *   <li><b>ternary logic partitioning</b>: the rows with p, with NOT p and with p IS NULL are all
 *       rows; so are their groups, distinct rows and extremes;
 *   <li><b>NoREC</b>: as many rows have p in WHERE, where an index may find them, as in the select
 *       list, where none can;
 *   <li><b>pivoted queries</b>: a row of which constants say that it has p is found by p.
 * </ul>
 *
 * Not thread-safe.
 */
final class LogicOracles {
  private final SeededRandom random;
  private final PlannerQueries queries;
  private final Conditions conditions;

  LogicOracles(SeededRandom random) {
    this.random = random;
    this.queries = new PlannerQueries(random);
    this.conditions = queries.conditions();
  }

  /** What was tested. */
  enum Oracle {
    PARTITION,
    NOREC,
    PIVOT
  }

  /** A test, which returns what is wrong, or null. */
  interface Check {
    @Nullable String run(TestDatabase database);
  }

  /** A new test, to be run on several databases. */
  Check next(Oracle oracle) {
    conditions.begin();
    return switch (oracle) {
      case PARTITION -> partition();
      case NOREC -> norec();
      case PIVOT -> pivot();
    };
  }

  private Check partition() {
    PlannerQueries.From from = queries.from(1 + random.nextInt(3));
    String p = conditions.condition(from.scope(), 2, random.percent(35));
    String before =
        random.percent(30) ? "(" + conditions.condition(from.scope(), 1, false) + ") AND " : "";
    List<String> parts =
        List.of(
            from.sql() + " WHERE " + before + "(" + p + ")",
            from.sql() + " WHERE " + before + "NOT (" + p + ")",
            from.sql() + " WHERE " + before + "(" + p + ") IS NULL");
    String all = from.sql() + (before.isEmpty() ? "" : " WHERE " + before + "1 = 1");
    String first = conditions.column(from.scope());
    String second = conditions.column(from.scope());
    String number = conditions.number(from.scope());
    return switch (random.nextInt(5)) {
      case 0 ->
          equal(
              "SELECT DISTINCT " + first + ", " + second + all,
              parts.stream()
                  .map(part -> "SELECT " + first + ", " + second + part)
                  .collect(Collectors.joining(" UNION ")));
      case 1 -> {
        String function = conditions.pick("MIN(", "MAX(");
        yield equal(
            "SELECT " + function + number + "), COUNT(*)" + all,
            "SELECT "
                + function
                + "m), SUM(n) FROM ("
                + parts.stream()
                    .map(part -> "SELECT " + function + number + ") AS m, COUNT(*) AS n" + part)
                    .collect(Collectors.joining(" UNION ALL "))
                + ") t");
      }
      case 2 ->
          equal(
              "SELECT " + first + ", COUNT(*), COUNT(" + number + ")" + all + " GROUP BY " + first,
              "SELECT x, SUM(n), SUM(m) FROM ("
                  + parts.stream()
                      .map(
                          part ->
                              "SELECT "
                                  + first
                                  + " AS x, COUNT(*) AS n, COUNT("
                                  + number
                                  + ") AS m"
                                  + part
                                  + " GROUP BY "
                                  + first)
                      .collect(Collectors.joining(" UNION ALL "))
                  + ") t GROUP BY x");
      case 3 ->
          equal(
              "SELECT " + first + ", " + second + all,
              parts.stream()
                  .map(part -> "SELECT " + first + ", " + second + part)
                  .collect(Collectors.joining(" UNION ALL ")));
      default ->
          equalToAll(
              "SELECT " + first + ", " + second + all,
              parts.stream().map(part -> "SELECT " + first + ", " + second + part).toList());
    };
  }

  private Check norec() {
    PlannerQueries.From from = queries.from(1 + random.nextInt(3));
    String p = conditions.condition(from.scope(), 2, random.percent(35));
    return equal(
        "SELECT COUNT(*)" + from.sql() + " WHERE " + p,
        "SELECT COALESCE(SUM(CASE WHEN " + p + " THEN 1 ELSE 0 END), 0)" + from.sql());
  }

  /**
   * The pivot is a row of each of two tables. Constants in its place say what p is for it, so that
   * either p, NOT p or p IS NULL has it.
   */
  private Check pivot() {
    int tables = 1 + random.nextInt(2);
    List<String> names = IntStream.range(0, tables).mapToObj(i -> conditions.table()).toList();
    List<String> aliases = IntStream.range(0, tables).mapToObj(i -> conditions.alias()).toList();
    Scope scope = new Scope(aliases);
    String p = conditions.condition(scope, 3, random.percent(25));
    boolean distinct = random.percent(25);
    int choice = random.nextInt(1_000);
    return database -> {
      List<String> constants = new ArrayList<>();
      List<String> found = new ArrayList<>();
      List<String> from = new ArrayList<>();
      for (int i = 0; i < tables; i++) {
        String alias = aliases.get(i);
        List<List<@Nullable Object>> rows =
            database.query("SELECT id, i, g, s, d, v, w FROM " + names.get(i) + " ORDER BY 1");
        List<@Nullable Object> row = rows.get(choice % rows.size());
        constants.add(constant(database, names.get(i), row) + " " + alias);
        found.add(alias + ".id = " + row.get(0));
        from.add(names.get(i) + " " + alias);
      }
      Object value =
          database.value("SELECT " + p + " FROM " + String.join(" CROSS JOIN ", constants));
      String held =
          value == null
              ? "(" + p + ") IS NULL"
              : value.equals(true) ? "(" + p + ")" : "NOT (" + p + ")";
      String ids = aliases.stream().map(alias -> alias + ".id").collect(Collectors.joining(", "));
      String all =
          "SELECT "
              + (distinct ? "DISTINCT " : "")
              + ids
              + " FROM "
              + String.join(" CROSS JOIN ", from)
              + " WHERE ";
      boolean present =
          database.query(all + held).stream()
              .anyMatch(
                  row ->
                      IntStream.range(0, tables)
                          .allMatch(
                              i -> found.get(i).equals(aliases.get(i) + ".id = " + row.get(i))));
      return present ? null : "not found: " + String.join(", ", found) + " in " + all + held;
    };
  }

  /** A derived table with one row of constants, of the types of the columns. */
  private static String constant(
      TestDatabase database, String table, List<@Nullable Object> values) {
    List<String> names = List.of("id", "i", "g", "s", "d", "v", "w");
    return IntStream.range(0, names.size())
        .mapToObj(
            k ->
                "CAST("
                    + literal(values.get(k))
                    + " AS "
                    + type(database, table, names.get(k))
                    + ") AS "
                    + names.get(k))
        .collect(Collectors.joining(", ", "(SELECT ", ")"));
  }

  private static String literal(@Nullable Object value) {
    if (value == null) {
      return "NULL";
    }
    return value instanceof Number
        ? new BigDecimal(value.toString()).toPlainString()
        : "'" + value + "'";
  }

  private static String type(TestDatabase database, String table, String column) {
    TableDef definition = database.table(table);
    return definition.columns().get(definition.columnIndex(column)).type().toString();
  }

  private static Check equal(String expected, String actual) {
    return database -> {
      List<String> left = Rows.normal(database.query(expected));
      List<String> right = Rows.normal(database.query(actual));
      return left.equals(right) ? null : difference(expected, left, actual, right);
    };
  }

  private static Check equalToAll(String expected, List<String> parts) {
    return database -> {
      List<String> left = Rows.normal(database.query(expected));
      List<String> right = new ArrayList<>();
      parts.forEach(part -> right.addAll(Rows.normal(database.query(part))));
      right.sort(null);
      return left.equals(right)
          ? null
          : difference(expected, left, String.join("\n   and ", parts), right);
    };
  }

  private static String difference(
      String expected, List<String> left, String actual, List<String> right) {
    return expected
        + "\n   has "
        + Rows.cut(left)
        + "\n   but "
        + actual
        + "\n   has "
        + Rows.cut(right);
  }

  /** Runs a test, an error of which is wrong too. */
  static @Nullable String problem(Check check, TestDatabase database) {
    try {
      return check.run(database);
    } catch (MosqlException e) {
      return e.sqlState() + " " + e.getMessage();
    }
  }
}

package io.mosql.sql.differential;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random conditions over the columns of {@link RandomSchema}: those that an access path can use,
 * alone and under AND, OR and NOT, and sub-queries. Not thread-safe.
 */
final class Conditions {
  private static final List<String> TABLES = List.of("a", "b", "c");
  private static final List<String> NUMBERS = List.of("id", "i", "g", "s", "d");
  private static final List<String> INTEGERS = List.of("id", "i", "g", "s");
  private static final List<String> TEXTS = List.of("v", "w");

  private final SeededRandom random;
  private int aliases;
  private boolean h2 = true;

  Conditions(SeededRandom random) {
    this.random = random;
  }

  /** Begins a statement. */
  void begin() {
    aliases = 0;
    h2 = true;
  }

  /** Whether H2 has the same answer to all that was made since the beginning of the statement. */
  boolean h2() {
    return h2;
  }

  /** Says that H2 has another answer, or none. */
  void notH2() {
    h2 = false;
  }

  String alias() {
    return "t" + aliases++;
  }

  String table() {
    return pickOf(TABLES);
  }

  String number(Scope scope) {
    return pickOf(scope.aliases()) + "." + pickOf(NUMBERS);
  }

  String integer(Scope scope) {
    return pickOf(scope.aliases()) + "." + pickOf(INTEGERS);
  }

  String text(Scope scope) {
    return pickOf(scope.aliases()) + "." + pickOf(TEXTS);
  }

  String column(Scope scope) {
    return random.percent(80) ? number(scope) : text(scope);
  }

  String comparison() {
    return pick(" = ", " <> ", " < ", " <= ", " > ", " >= ", " = ");
  }

  String value() {
    return random.percent(20)
        ? (random.nextInt(8) - 1) + "." + pick("5", "25", "00")
        : String.valueOf(random.nextInt(16) - 3);
  }

  private String word() {
    return pick("''", "'a'", "'ab'", "'abc'", "'b'", "'B'", "'zz'", "'c d'", "'c'");
  }

  private String valueOrNull() {
    return random.percent(8) ? "NULL" : value();
  }

  /**
   * A condition.
   *
   * @param depth how deep it may nest
   * @param subQueries whether it may have sub-queries
   */
  String condition(Scope scope, int depth, boolean subQueries) {
    if (depth == 0 || random.percent(30)) {
      return subQueries && random.percent(25) ? subQuery(scope, 1) : leaf(scope);
    }
    String first = condition(scope, depth - 1, subQueries);
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> "(" + first + " AND " + condition(scope, depth - 1, subQueries) + ")";
      case 4, 5, 6 -> "(" + first + " OR " + condition(scope, depth - 1, subQueries) + ")";
      case 7 -> "NOT (" + first + ")";
      case 8 -> "(" + first + ")" + pick(" IS TRUE", " IS NOT TRUE", " IS FALSE", " IS NOT FALSE");
      default ->
          "CASE WHEN "
              + first
              + " THEN "
              + leaf(scope)
              + (random.nextBoolean() ? " ELSE " + leaf(scope) : "")
              + " END";
    };
  }

  private String leaf(Scope scope) {
    String c = number(scope);
    return switch (random.nextInt(26)) {
      case 0, 1, 2 -> c + comparison() + value();
      case 3 ->
          "(" + c + " > " + value() + " AND " + c + pick(" < ", " <= ", " > ") + value() + ")";
      case 4, 5, 24, 25 -> ranges(c);
      case 6, 7 -> c + pick(" IN (", " IN (", " NOT IN (") + list() + ")";
      case 8 -> tuples(scope);
      case 9 -> rows(scope);
      case 10 -> text(scope) + pick(" LIKE ", " LIKE ", " NOT LIKE ") + pattern();
      case 11 -> textRange(text(scope));
      case 12 -> column(scope) + pick(" IS NULL", " IS NOT NULL");
      case 13 -> "NOT (" + c + pick(" <> ", " < ", " >= ", " = ") + value() + ")";
      case 14 -> either(scope);
      case 15 -> c + pick(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ") + valueOrNull();
      case 16 ->
          "("
              + c
              + comparison()
              + value()
              + ") IS "
              + pick("TRUE", "NOT TRUE", "FALSE", "NOT FALSE", "UNKNOWN", "NOT UNKNOWN");
      case 17 -> constant(c);
      case 18 -> c + pick(" BETWEEN ", " NOT BETWEEN ") + value() + " AND " + value();
      case 19, 20 -> computed(scope);
      case 21 -> text(scope) + comparison() + word();
      case 22 -> text(scope) + pick(" IN (", " NOT IN (") + word() + ", " + word() + ")";
      default -> c + comparison() + number(scope);
    };
  }

  private String ranges(String column) {
    return IntStream.rangeClosed(0, 1 + random.nextInt(2))
        .mapToObj(
            i ->
                random.percent(50)
                    ? column + " BETWEEN " + bounds()
                    : column + pick(" < ", " > ", " = ", " <= ", " >= ") + value())
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  /** Mostly in order. */
  private String bounds() {
    if (random.percent(20)) {
      return value() + " AND " + value();
    }
    int low = random.nextInt(14) - 3;
    return low + " AND " + (low + random.nextInt(6));
  }

  private String list() {
    int size = 1 + (random.percent(10) ? 40 : random.nextInt(5));
    return IntStream.range(0, size)
        .mapToObj(i -> size > 6 ? value() : valueOrNull())
        .collect(Collectors.joining(", "));
  }

  /** H2 takes a row that has a NULL for NULL, whatever the other values are. */
  private String tuples(Scope scope) {
    h2 = false;
    String alias = pickOf(scope.aliases());
    int width = 2 + random.nextInt(2);
    String rows =
        IntStream.rangeClosed(0, random.nextInt(4))
            .mapToObj(
                i ->
                    IntStream.range(0, width)
                        .mapToObj(k -> valueOrNull())
                        .collect(Collectors.joining(", ", "(", ")")))
            .collect(Collectors.joining(", "));
    return row(alias, width) + pick(" IN (", " IN (", " NOT IN (") + rows + ")";
  }

  private String rows(Scope scope) {
    h2 = false;
    String alias = pickOf(scope.aliases());
    int width = 2 + random.nextInt(2);
    String values =
        IntStream.range(0, width)
            .mapToObj(k -> valueOrNull())
            .collect(Collectors.joining(", ", "(", ")"));
    return row(alias, width) + comparison() + values;
  }

  private String row(String alias, int width) {
    List<String> left = new ArrayList<>(NUMBERS);
    return IntStream.range(0, width)
        .mapToObj(k -> alias + "." + left.remove(random.nextInt(left.size())))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private String pattern() {
    return pick("'a%'", "'ab%'", "'a_'", "'ab_%'", "'%b'", "'%'", "''", "'c d%'", "'B%'", "'a%c'");
  }

  private String textRange(String column) {
    return "("
        + column
        + pick(" >= ", " > ")
        + word()
        + " AND "
        + column
        + pick(" < ", " <= ")
        + word()
        + ")";
  }

  /** One of several columns, as an index for each can answer. */
  private String either(Scope scope) {
    return IntStream.rangeClosed(0, 1 + random.nextInt(2))
        .mapToObj(
            i ->
                random.percent(70)
                    ? number(scope) + pick(" = ", " = ", " > ") + value()
                    : random.percent(50)
                        ? text(scope) + " = " + word()
                        : column(scope) + " IS NULL")
        .collect(Collectors.joining(" OR ", "(", ")"));
  }

  private String constant(String column) {
    return switch (random.nextInt(6)) {
      case 0 -> "1 = 0";
      case 1 -> "1 = 1";
      case 2 -> "CAST(NULL AS INT) = 1";
      case 3 -> "(" + column + " = " + value() + " AND " + column + " = " + value() + ")";
      case 4 -> "(" + column + " > 5 AND " + column + " < 3)";
      default -> "(" + column + " = " + column + ")";
    };
  }

  private String computed(Scope scope) {
    String c = number(scope);
    return switch (random.nextInt(7)) {
      case 0 -> c + pick(" + ", " - ") + value() + comparison() + value();
      case 1 -> "(" + c + " + " + number(scope) + ")" + comparison() + value();
      case 2 -> "-" + c + comparison() + value();
      case 3 -> "CAST(" + integer(scope) + " AS BIGINT)" + comparison() + value();
      case 4 -> "LOWER(" + text(scope) + ")" + comparison() + word();
      case 5 -> "COALESCE(" + c + ", " + value() + ")" + comparison() + value();
      default ->
          "(" + integer(scope) + " + " + integer(scope) + ")" + comparison() + integer(scope);
    };
  }

  String aggregate(Scope scope) {
    return switch (random.nextInt(8)) {
      case 0, 1 -> "COUNT(*)";
      case 2 -> "COUNT(" + column(scope) + ")";
      case 3 -> "SUM(" + number(scope) + ")";
      case 4 -> "AVG(" + number(scope) + ")";
      case 5 -> "COUNT(DISTINCT " + column(scope) + ")";
      default -> pick("MIN(", "MAX(") + number(scope) + ")";
    };
  }

  /**
   * A condition with a sub-query, mostly correlated.
   *
   * @param depth how many more sub-queries may be in it
   */
  String subQuery(Scope outer, int depth) {
    String alias = alias();
    Scope inner = new Scope(List.of(alias));
    String from = from(outer, inner, alias, depth);
    String any = number(outer) + comparison();
    return switch (random.nextInt(14)) {
      case 0 -> "EXISTS (SELECT 1" + from + ")";
      case 1 -> "NOT EXISTS (SELECT 1" + from + ")";
      case 2 -> integer(outer) + " IN (SELECT " + integer(inner) + from + ")";
      case 3, 4 -> integer(outer) + " NOT IN (SELECT " + integer(inner) + from + ")";
      case 5 ->
          // H2 has it that nothing equals all rows of none.
          integer(outer)
              + pick(" = ANY", " <> ANY", " < ANY", " >= ANY", " <> ALL", " <= ALL", " > ALL")
              + " (SELECT "
              + integer(inner)
              + from
              + ")";
      case 6 -> {
        h2 = false;
        yield "("
            + integer(outer)
            + ", "
            + integer(outer)
            + ")"
            + pick(" IN (SELECT ", " NOT IN (SELECT ")
            + integer(inner)
            + ", "
            + integer(inner)
            + from
            + ")";
      }
      case 7 -> "(SELECT COUNT(*)" + from + ")" + comparison() + random.nextInt(4);
      case 8 -> "(SELECT " + aggregate(inner) + from + ") IS NULL";
      case 9 ->
          any
              + "(SELECT COALESCE(SUM("
              + integer(inner)
              + "), "
              + random.nextInt(3)
              + ")"
              + from
              + ")";
      case 10 -> {
        String item = integer(inner);
        yield any + "(SELECT " + item + from + " AND " + item + " IS NOT NULL ORDER BY 1 LIMIT 1)";
      }
      case 11 -> {
        String key = integer(inner);
        yield integer(outer)
            + pick(" IN (SELECT ", " NOT IN (SELECT ")
            + key
            + from
            + " GROUP BY "
            + key
            + pick("", " HAVING COUNT(*) > 1", " HAVING MAX(" + integer(inner) + ") > 3")
            + ")";
      }
      default -> any + "(SELECT " + aggregate(inner) + from + ")";
    };
  }

  private String from(Scope outer, Scope inner, String alias, int depth) {
    StringBuilder from = new StringBuilder(" FROM ").append(table()).append(" ").append(alias);
    from.append(" WHERE ");
    int kind = random.nextInt(10);
    if (kind < 6) {
      from.append(integer(inner)).append(" = ").append(integer(outer));
    } else if (kind == 6) {
      from.append(text(inner)).append(" = ").append(text(outer));
    } else if (kind == 7) {
      from.append(number(inner)).append(comparison()).append(number(outer));
    } else if (kind == 8) {
      from.append(integer(inner)).append(" IS NOT DISTINCT FROM ").append(integer(outer));
    } else {
      from.append("1 = 1");
    }
    if (random.percent(40)) {
      from.append(" AND ").append(condition(inner, 1, false));
    }
    if (random.percent(15)) {
      from.append(" AND ").append(leaf(outer.with(inner)));
    }
    if (depth > 0 && random.percent(15)) {
      from.append(" AND ").append(subQuery(outer.with(inner), depth - 1));
    }
    return from.toString();
  }

  String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  String pickOf(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}

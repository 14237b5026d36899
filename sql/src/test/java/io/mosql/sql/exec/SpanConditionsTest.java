package io.mosql.sql.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.TestDatabase;
import io.mosql.sql.planner.physical.PlannerMethods;
import io.mosql.sql.sort.TemporaryFiles;
import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares random conditions on a table with indexes with the same conditions on a copy without any
 * key: as queries in several orders, with limits, and as changes.
 */
final class SpanConditionsTest {
  private static final int ROWS = 150;
  private static final int STATEMENTS = 120;

  private SeededRandom random = new SeededRandom(0);
  private int errors;
  private final List<@Nullable Object> parameters = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void rowsAreThoseOfFullScans(long seed) {
    random = new SeededRandom(seed);
    PlannerMethods shape =
        seed % 2 == 0
            ? PlannerMethods.CHEAPEST
            : new PlannerMethods(
                PlannerMethods.JoinMethod.CHEAPEST, PlannerMethods.AccessMethod.INDEX, false);
    try (TestDatabase database = new TestDatabase(shape, TemporaryFiles.inMemory())) {
      create(database);
      if (random.nextBoolean()) {
        database.execute("ANALYZE");
      }
      for (int i = 0; i < STATEMENTS; i++) {
        parameters.clear();
        String condition = condition(3);
        String order =
            pick("id", "id DESC", "a, b, id", "a DESC, b DESC, id DESC", "b DESC, a, id", "c, id");
        String rest = " WHERE " + condition + " ORDER BY " + order + pick("", "", " LIMIT 3");
        Object[] values = parameters.toArray();
        assertThat(rows(database, "SELECT id, a, b FROM t" + rest, values))
            .as("%s %s", rest, parameters)
            .isEqualTo(rows(database, "SELECT id, a, b FROM plain" + rest, values));
        String form = aggregation();
        boolean uses = form.contains("?");
        String grouped = form.replace(" WHERE ?", " WHERE " + condition.replace("%", "%%"));
        assertThat(rows(database, grouped.formatted("t"), uses ? values : new Object[0]))
            .as("%s %s", grouped, parameters)
            .isEqualTo(rows(database, grouped.formatted("plain"), uses ? values : new Object[0]));
        if (i % 10 == 0) {
          database.execute("BEGIN");
          String set = " SET a = a + 1, e = NULL WHERE " + condition;
          assertThat(changed(database, "UPDATE t" + set, values))
              .as("%s %s", set, parameters)
              .isEqualTo(changed(database, "UPDATE plain" + set, values));
          assertThat(rows(database, "SELECT id, a FROM t ORDER BY id"))
              .isEqualTo(rows(database, "SELECT id, a FROM plain ORDER BY id"));
          database.execute("ROLLBACK");
        }
      }
      assertThat(errors).as("statements that fail").isLessThan(STATEMENTS / 5);
    }
  }

  /** A query with an aggregation that an index may serve; ? is for the condition. */
  private String aggregation() {
    String where = pick("", " WHERE b > -3", " WHERE ?", " WHERE a = 2", " WHERE a IN (1, 3)");
    String columns = pick("a", "b", "c", "d", "a, b", "b, a", "d, c", "e, a", "f", "a, b, id");
    String columnsOfMax = pick("a, b", "b, a", "b", "a", "c", "e, a");
    return pick(
        "SELECT DISTINCT " + columns + " FROM %s" + where + " ORDER BY " + columns,
        "SELECT " + columns + " FROM %s" + where + " GROUP BY " + columns + " ORDER BY " + columns,
        "SELECT "
            + columnsOfMax
            + pick(", max(id)", ", min(id)", ", min(b)")
            + " FROM %s"
            + where
            + " GROUP BY "
            + columnsOfMax
            + " ORDER BY "
            + columnsOfMax,
        "SELECT min(a), max(a), min(id), max(id) FROM %s" + where,
        "SELECT max(b), min(b) FROM %s" + where,
        "SELECT min(c), max(d), min(e) FROM %s" + where);
  }

  private String rows(TestDatabase database, String sql, @Nullable Object... values) {
    try {
      return database.query(sql, values).toString();
    } catch (MosqlException e) {
      errors++;
      return e.sqlState();
    }
  }

  private String changed(TestDatabase database, String sql, @Nullable Object... values) {
    try {
      return "changed " + database.execute(sql, values);
    } catch (MosqlException e) {
      errors++;
      return e.sqlState();
    }
  }

  private void create(TestDatabase database) {
    String columns = "a int, b bigint, c varchar(9), d decimal(5, 2), e date, f char(4)";
    database.run(
        "CREATE TABLE t (id int PRIMARY KEY, "
            + columns
            + "); CREATE TABLE plain (id int, "
            + columns
            + ");"
            + "CREATE INDEX ab ON t (a, b); CREATE INDEX ba ON t (b DESC, a);"
            + "CREATE INDEX c ON t (c); CREATE INDEX dc ON t (d, c DESC);"
            + "CREATE INDEX f ON t (f); CREATE INDEX e ON t (e DESC) WHERE a > 0;"
            + "CREATE INDEX sum ON t ((a + b)); CREATE UNIQUE INDEX ea ON t (e, a, id)");
    for (int id = 0; id < ROWS; id++) {
      String row =
          " VALUES ("
              + id
              + ", "
              + stored(number())
              + ", "
              + stored(number())
              + ", "
              + stored("'" + text() + "'")
              + ", "
              + stored(number() + pick("", ".5", ".25"))
              + ", "
              + stored(date())
              + ", "
              + stored("'" + text() + "'")
              + ")";
      database.execute("INSERT INTO t" + row);
      database.execute("INSERT INTO plain" + row);
    }
  }

  private String stored(String value) {
    return random.percent(15) ? "NULL" : value;
  }

  private String number() {
    return String.valueOf(random.nextInt(9) - 4);
  }

  private String text() {
    return pick("", "a", "ab", "abc", "abd", "b", "ba", "B", "%", "a_b", "\uFFFFa");
  }

  private String date() {
    return "DATE '2026-01-0" + (1 + random.nextInt(9)) + "'";
  }

  private String condition(int depth) {
    int choice = random.nextInt(depth > 0 ? 15 : 9);
    return switch (choice) {
      case 0, 1, 2 -> comparison();
      case 3 -> list();
      case 4 -> column() + pick(" IS NULL", " IS NOT NULL");
      case 5 -> pick("c", "f") + pick(" LIKE ", " NOT LIKE ") + pattern();
      case 6 -> rowComparison();
      case 7 -> {
        String column = column();
        yield column
            + pick(" BETWEEN ", " NOT BETWEEN ", " BETWEEN SYMMETRIC ")
            + value(column)
            + " AND "
            + value(column);
      }
      case 8 -> gate();
      case 9 -> "NOT (" + condition(depth - 1) + ")";
      case 10 -> "(" + condition(depth - 1) + ")" + pick(" IS TRUE", " IS NOT TRUE", " IS FALSE");
      case 11 -> "(a = " + number() + " AND id = a)";
      default -> "(" + condition(depth - 1) + pick(" AND ", " OR ") + condition(depth - 1) + ")";
    };
  }

  private String column() {
    return pick("id", "a", "b", "c", "d", "e", "f", "a + b");
  }

  private String comparison() {
    String column = column();
    String operator =
        pick("=", "=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM");
    return random.percent(80)
        ? column + " " + operator + " " + value(column)
        : value(column) + " " + operator + " " + column;
  }

  private String list() {
    String column = column();
    List<String> values = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      values.add(value(column));
    }
    return column + pick(" IN (", " IN (", " NOT IN (") + String.join(", ", values) + ")";
  }

  private String rowComparison() {
    List<String> columns =
        Arrays.asList(pick("a,b", "b,a", "a,b,id", "id,a", "c,id", "e,a", "d,c").split(","));
    List<String> rows = new ArrayList<>();
    boolean list = random.percent(30);
    for (int i = list ? random.nextInt(3) : 0; i >= 0; i--) {
      rows.add("(" + String.join(", ", columns.stream().map(this::value).toList()) + ")");
    }
    String row = "(" + String.join(", ", columns) + ")";
    return list
        ? row + pick(" IN (", " NOT IN (") + String.join(", ", rows) + ")"
        : row + pick(" > ", " >= ", " < ", " <= ", " = ", " <> ") + rows.get(0);
  }

  private String gate() {
    return pick("1 = 0", "1 = 1", "NULL", "FALSE", "2 > 1 OR a = 1", "CAST(? AS int) IS NULL")
        .transform(
            gate -> {
              if (gate.contains("?")) {
                parameters.add(random.nextBoolean() ? 1 : null);
              }
              return gate;
            });
  }

  private String pattern() {
    String pattern = text() + pick("%", "%", "", "_", "%b", "\\%", "_%");
    if (random.nextBoolean()) {
      parameters.add(random.percent(5) ? null : pattern);
      return "?";
    }
    return "'" + pattern + "'";
  }

  /** A value to compare a column with, perhaps of another type. */
  private String value(String column) {
    if (random.percent(4)) {
      return "NULL";
    }
    boolean parameter = random.percent(40);
    switch (column) {
      case "c", "f" -> {
        String text = text() + (column.equals("f") ? pick("", " ") : "");
        if (parameter) {
          parameters.add(random.percent(5) ? null : text);
        }
        return parameter ? "?" : "'" + text + "'";
      }
      case "e" -> {
        return date() + pick("", " + INTERVAL '1' DAY");
      }
      default -> {
        String number = column.equals("id") ? String.valueOf(random.nextInt(ROWS)) : number();
        if (parameter) {
          parameters.add(random.percent(5) ? null : Integer.valueOf(number));
          return random.percent(70) ? "?" : "CAST(? AS decimal(9, 1)) + 0.5";
        }
        return number + pick("", "", "", ".5", ".0", "e0", ".125", "00000000000");
      }
    }
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}

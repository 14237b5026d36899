package io.mosql.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random queries with outer joins, unused tables and DISTINCT, beside the same queries over tables
 * that have the same rows, but no keys; there the joins are in a sub-query with OFFSET, which
 * conditions do not enter. The results are equal.
 */
final class UnusedJoinsTest {
  private static final int QUERIES = 100;
  private static final List<String> TABLES = List.of("a", "b", "c", "d");

  /** Columns of all tables: a key, a reference, a number, a text. */
  private static final List<String> COLUMNS = List.of("id", "ref", "num", "txt");

  private final Random random;

  UnusedJoinsTest() {
    this.random = new Random(0);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void resultsAreEqual(long seed) throws SQLException {
    random.setSeed(seed);
    try (Connection connection = DriverManager.getConnection("jdbc:mosql:mem:unused" + seed);
        Statement statement = connection.createStatement()) {
      create(statement);
      for (int i = 0; i < QUERIES; i++) {
        Query query = query();
        String plain = query.text("", "");
        String barred = query.text("_rows", " offset 0");
        assertThat(rows(statement, plain))
            .as("seed %d: %s%nbeside %s", seed, plain, barred)
            .isEqualTo(rows(statement, barred));
      }
    }
  }

  private void create(Statement statement) throws SQLException {
    String parent = null;
    for (String table : TABLES) {
      statement.execute(
          "create table %s (id int %s, ref int %s, num int %s, txt varchar(9)%s)"
              .formatted(
                  table,
                  "primary key",
                  table.equals("c") ? "not null" : "",
                  table.equals("b") ? "unique" : "",
                  parent == null ? "" : ", foreign key (ref) references " + parent));
      statement.execute(
          "create table %s_rows (id int not null, ref int%s, num int, txt varchar(9))"
              .formatted(table, table.equals("c") ? " not null" : ""));
      for (int id = 1; id <= 6; id++) {
        String ref =
            random.nextInt(3) == 0 && !table.equals("c")
                ? "null"
                : String.valueOf(1 + random.nextInt(6));
        String num =
            random.nextInt(3) == 0
                ? "null"
                : String.valueOf(table.equals("b") ? id : random.nextInt(4));
        String text =
            random.nextInt(3) == 0 ? "null" : "'" + (char) ('x' + random.nextInt(3)) + "'";
        for (String name : List.of(table, table + "_rows")) {
          statement.execute(
              "insert into %s values (%d, %s, %s, %s)".formatted(name, id, ref, num, text));
        }
      }
      parent = table;
    }
  }

  /** A query; the names of tables end with a suffix that is given later. */
  private record Query(String outputs, String joined, String where, String aliased) {
    String text(String suffix, String bar) {
      String from = joined.replace("#", suffix);
      return bar.isEmpty()
          ? "select " + outputs + " from " + from + where.replace("#", suffix)
          : "select "
              + flat(outputs)
              + " from (select "
              + aliased
              + " from "
              + from
              + bar
              + ") q"
              + flat(where.replace("#", suffix));
    }

    private static String flat(String expression) {
      return expression.replaceAll("\\b(t\\d)\\.", "$1_");
    }
  }

  private Query query() {
    int width = 2 + random.nextInt(3);
    List<String> names = new ArrayList<>();
    StringBuilder joined = new StringBuilder();
    StringBuilder aliased = new StringBuilder();
    for (int i = 0; i < width; i++) {
      String name = "t" + i;
      String table = pick(TABLES) + "# " + name;
      List<String> known = List.copyOf(names);
      names.add(name);
      for (String column : COLUMNS) {
        aliased.append(aliased.isEmpty() ? "" : ", ").append(name).append('.').append(column);
        aliased.append(" as ").append(name).append('_').append(column);
      }
      if (i == 0) {
        joined.append(table);
      } else {
        String type = pick(List.of("join", "left join", "left join", "right join", "full join"));
        joined.append(' ').append(type).append(' ').append(table).append(" on ");
        joined.append(name).append(random.nextInt(3) == 0 ? ".num" : ".id").append(" = ");
        joined.append(pick(known)).append(random.nextBoolean() ? ".ref" : ".id");
        if (random.nextInt(4) == 0 && !type.startsWith("full")) {
          joined.append(" and ").append(condition(names));
        }
      }
    }
    StringBuilder where = new StringBuilder();
    for (int i = random.nextInt(3); i > 0; i--) {
      where.append(where.isEmpty() ? " where " : " and ").append(condition(names));
    }
    String used = pick(names);
    String outputs =
        switch (random.nextInt(6)) {
          case 0 -> "distinct " + used + ".id";
          case 1 -> "distinct " + used + ".txt, " + used + ".num";
          case 2 -> "count(*), min(" + used + ".num)";
          case 3 -> "max(" + used + ".num), min(" + used + ".txt)";
          case 4 -> used + ".txt, " + pick(names) + ".id";
          default -> used + ".id, " + used + ".ref";
        };
    return new Query(outputs, joined.toString(), where.toString(), aliased.toString());
  }

  private String condition(List<String> names) {
    String a = pick(names);
    String b = pick(names);
    return switch (random.nextInt(11)) {
      case 0 -> a + ".id is null";
      case 1 -> a + "." + pick(COLUMNS) + " is null";
      case 2 -> a + ".num > 1";
      case 3 -> "lower(" + a + ".txt) = 'x'";
      case 4 -> "coalesce(" + a + ".num, " + b + ".num) > 0";
      case 5 -> "(" + a + ".num = 1 or " + b + ".id = 2)";
      case 6 -> "not (" + a + ".txt = 'y' and " + b + ".num = 1)";
      case 7 -> a + ".id in (select ref from c# where num is not null)";
      case 8 -> "(" + a + ".id = 3) is not true";
      case 9 ->
          "exists (select 1 from b# x left join c# y on y.id = x.ref join a# z on z.id = y.ref"
              + " where x.num = "
              + a
              + ".num)";
      default -> a + ".ref = " + b + ".id";
    };
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static List<String> rows(Statement statement, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet result = statement.executeQuery(sql)) {
      int width = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= width; i++) {
          row.append(result.getString(i)).append('|');
        }
        rows.add(row.toString());
      }
    }
    Collections.sort(rows);
    return rows;
  }
}

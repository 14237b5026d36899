package io.mosql.sql.differential;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Random tables {@code a}, {@code b} and {@code c} with the columns that {@link QueryGenerator}
 * names: their types, keys, rows and indexes, in SQL that H2 understands too.
 */
final class RandomSchema {
  private static final int NULLS_PERCENT = 15;

  /** So many rows of a table may have NULLs, so that there are batches of further rows without. */
  private static final int ROWS_WITH_NULLS = 700;

  private final SeededRandom random;
  private final Map<String, List<Column>> tables = new LinkedHashMap<>();

  private record Column(String name, String type, boolean nullable) {
    boolean isText() {
      return name.equals("v") || name.equals("w");
    }
  }

  /**
   * @param required whether columns may be NOT NULL
   */
  RandomSchema(SeededRandom random, boolean required) {
    this.random = random;
    for (String table : List.of("a", "b", "c")) {
      List<Column> columns = new ArrayList<>();
      columns.add(new Column("id", pick("INT", "INT", "BIGINT"), false));
      columns.add(column("i", required, "INT", "INT", "SMALLINT", "BIGINT"));
      columns.add(column("g", required, "BIGINT", "BIGINT", "INT"));
      columns.add(column("s", required, "SMALLINT", "SMALLINT", "INT"));
      columns.add(column("d", required, "DECIMAL(8, 2)", "DECIMAL(8, 2)", "DECIMAL(12, 4)"));
      columns.add(column("v", required, "VARCHAR(20)", "VARCHAR(20)", "VARCHAR(40)"));
      columns.add(column("w", required, "VARCHAR(20)"));
      tables.put(table, columns);
    }
  }

  private Column column(String name, boolean required, String... types) {
    return new Column(name, pick(types), !(required && random.percent(20)));
  }

  List<String> names() {
    return List.copyOf(tables.keySet());
  }

  /** CREATE TABLE with a primary key of one or two columns, or none. */
  List<String> creations() {
    List<String> sql = new ArrayList<>();
    tables.forEach(
        (name, columns) -> {
          String list =
              columns.stream()
                  .map(c -> c.name + " " + c.type + (c.nullable ? "" : " NOT NULL"))
                  .collect(Collectors.joining(", "));
          sql.add("CREATE TABLE " + name + " (" + list + key(columns) + ")");
        });
    return sql;
  }

  private String key(List<Column> columns) {
    if (random.percent(15)) {
      return random.percent(50) ? "" : ", UNIQUE (id)";
    }
    List<Column> present = columns.stream().filter(c -> !c.nullable).toList();
    Column other = present.get(random.nextInt(present.size()));
    if (other.name.equals("id") || random.percent(50)) {
      return ", PRIMARY KEY (id)";
    }
    return ", PRIMARY KEY ("
        + (random.nextBoolean() ? other.name + ", id" : "id, " + other.name)
        + ")";
  }

  /**
   * One INSERT a row.
   *
   * @param times how many times as many as usual
   */
  List<String> rows(int times) {
    List<String> sql = new ArrayList<>();
    tables.forEach(
        (name, columns) -> {
          int rows = times * (name.equals("a") ? 40 : name.equals("b") ? 25 : 12);
          for (int id = 0; id < rows; id++) {
            int number = id;
            sql.add(
                columns.stream()
                    .map(column -> value(column, number))
                    .collect(Collectors.joining(", ", "INSERT INTO " + name + " VALUES (", ")")));
          }
        });
    return sql;
  }

  private String value(Column column, int id) {
    if (column.name.equals("id")) {
      return String.valueOf(id);
    } else if (column.nullable && id < ROWS_WITH_NULLS && random.percent(NULLS_PERCENT)) {
      return "NULL";
    } else if (column.isText()) {
      return pick("''", "'a'", "'ab'", "'b'", "'abc'", "'B'", "'zz'", "'c d'");
    } else if (column.name.equals("d")) {
      return random.nextInt(6) + "." + pick("0", "25", "5");
    }
    return String.valueOf(random.nextInt(12) - 2);
  }

  /** Two to four indexes a table, of one to three columns. */
  List<String> indexes() {
    List<String> sql = new ArrayList<>();
    tables.forEach(
        (table, all) -> {
          int indexes = 2 + random.nextInt(3);
          for (int i = 0; i < indexes; i++) {
            List<String> left =
                all.stream().map(Column::name).collect(Collectors.toCollection(ArrayList::new));
            List<String> chosen = new ArrayList<>();
            int width = 1 + random.nextInt(3);
            for (int k = 0; k < width; k++) {
              chosen.add(left.remove(random.nextInt(left.size())));
            }
            boolean unique = chosen.contains("id") && random.percent(50);
            sql.add(
                chosen.stream()
                    .map(column -> column + (random.percent(30) ? " DESC" : ""))
                    .collect(
                        Collectors.joining(
                            ", ",
                            "CREATE %sINDEX %s%d ON %s ("
                                .formatted(unique ? "UNIQUE " : "", table, i, table),
                            ")")));
          }
        });
    return sql;
  }

  /** One or two indexes a table, with a condition, of an expression, or of one column alone. */
  List<String> partialIndexes() {
    List<String> sql = new ArrayList<>();
    for (String table : tables.keySet()) {
      for (int i = 0; i <= random.nextInt(2); i++) {
        String columns =
            pick("i", "g", "s, d", "d", "v", "w, i", "(i + s)", "(LOWER(v))", "(COALESCE(g, 0))");
        String condition =
            pick(
                "",
                " WHERE i > 3",
                " WHERE v IS NOT NULL",
                " WHERE g IS NULL",
                " WHERE s = 1 OR d > 2",
                " WHERE w = 'a'");
        sql.add("CREATE INDEX %sp%d ON %s (%s)%s".formatted(table, i, table, columns, condition));
      }
    }
    return sql;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}

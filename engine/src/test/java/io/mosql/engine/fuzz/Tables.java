package io.mosql.engine.fuzz;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Random tables with their rows and indexes. All have the columns {@code id} and {@code k}. */
final class Tables {
  private static final int NULLS_PERCENT = 18;

  record Column(String name, Kind kind, String type, boolean nullable) {}

  record Table(String name, List<Column> columns, boolean keyed) {
    Scope scope(String alias) {
      return new Scope(
          columns.stream().map(c -> new Scope.Column(alias + "." + c.name, c.kind)).toList(),
          keyed ? List.of(alias + ".id") : List.of());
    }

    List<Column> of(Kind kind) {
      return columns.stream().filter(c -> c.kind == kind).toList();
    }
  }

  private final SeededRandom random;
  private final Literals literals;
  private final List<Table> tables = new ArrayList<>();
  private final List<String> statements;

  Tables(SeededRandom random, Literals literals) {
    this.random = random;
    this.literals = literals;
    for (String name : List.of("a", "b", "c")) {
      boolean keyed = random.percent(85);
      List<Column> columns = new ArrayList<>();
      columns.add(new Column("id", Kind.INT, random.percent(30) ? "BIGINT" : "INTEGER", !keyed));
      columns.add(column("k", Kind.INT));
      int count = 3 + random.nextInt(5);
      for (int i = 0; i < count; i++) {
        Kind kind =
            random.percent(30)
                ? pick(List.of(Kind.INT, Kind.TEXT, Kind.NUM))
                : pick(List.of(Kind.values()));
        columns.add(column(name + "_" + kind.name().toLowerCase(java.util.Locale.ROOT) + i, kind));
      }
      if (random.percent(50)) {
        columns.add(column("s", Kind.TEXT));
      }
      tables.add(new Table(name, columns, keyed));
    }
    statements = List.copyOf(makeStatements());
  }

  List<Table> tables() {
    return tables;
  }

  /** The statements that create the tables, for both databases. */
  List<String> statements() {
    return statements;
  }

  private List<String> makeStatements() {
    List<String> sql = new ArrayList<>();
    for (Table table : tables) {
      sql.add(
          "CREATE TABLE "
              + table.name
              + " ("
              + table.columns.stream()
                  .map(c -> c.name + " " + c.type + (c.nullable ? "" : " NOT NULL"))
                  .collect(Collectors.joining(", "))
              + (table.keyed ? ", PRIMARY KEY (id)" : "")
              + ")");
      int rows = random.percent(5) ? 0 : 4 + random.nextInt(9);
      for (int id = 0; id < rows; id++) {
        sql.add("INSERT INTO " + table.name + " VALUES (" + row(table, id) + ")");
      }
      int indexes = random.nextInt(4);
      for (int i = 0; i < indexes; i++) {
        Column first = pick(table.columns);
        Column second = pick(table.columns);
        sql.add(
            "CREATE INDEX "
                + table.name
                + "_i"
                + i
                + " ON "
                + table.name
                + " ("
                + first.name
                + (random.percent(25) ? " DESC" : "")
                + (second.name.equals(first.name) || random.nextBoolean() ? "" : ", " + second.name)
                + ")");
      }
    }
    return sql;
  }

  private String row(Table table, int id) {
    return table.columns.stream().map(c -> value(c, id)).collect(Collectors.joining(", "));
  }

  /** A value for the column; for {@code id} the number itself. */
  String value(Column column, int id) {
    if (column.name.equals("id")) {
      return String.valueOf(id);
    } else if (column.nullable && random.percent(NULLS_PERCENT)) {
      return "NULL";
    } else if (column.kind == Kind.INT) {
      return String.valueOf(random.nextInt(8) - 2);
    } else if (column.kind == Kind.NUM) {
      return List.of("0", "1", "1.5", "-2.25", "10", "99.99", "0.01", "-1").get(random.nextInt(8));
    } else if (column.kind == Kind.DBL) {
      return List.of("0", "1", "1.5", "-2.25", "10", "100", "0.5", "-1").get(random.nextInt(8));
    } else if (column.type.startsWith("CHAR")) {
      return List.of("'a'", "'b'", "'B'").get(random.nextInt(3));
    }
    return literals.sql(column.kind);
  }

  private Column column(String name, Kind kind) {
    return new Column(name, kind, pick(kind.types()), !random.percent(20));
  }

  private <T> T pick(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** The statements that create the tables named in a statement. */
  String definitions(String sql) {
    return tables.stream()
        .map(Table::name)
        .filter(name -> sql.matches("(?s).*(FROM|JOIN|INTO|UPDATE|USING|,) \\(*" + name + "\\b.*"))
        .flatMap(
            name ->
                statements.stream()
                    .filter(s -> s.matches("(CREATE TABLE|INSERT INTO) " + name + " .*")))
        .map(s -> "\n      " + s + ";")
        .collect(Collectors.joining());
  }
}

package io.mosql.engine.fuzz;

import io.mosql.testkit.SeededRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A generator of random statements that change rows. Not thread-safe. */
final class Changes {
  private final SeededRandom random;
  private final Tables tables;
  private final Queries queries;
  private int ids = 100;

  Changes(SeededRandom random, Tables tables, Queries queries) {
    this.random = random;
    this.tables = tables;
    this.queries = queries;
  }

  /** A statement, the table that it changes, and whether it returns rows. */
  record Change(Piece sql, String table, boolean returns) {}

  Change next() {
    Tables.Table table = queries.table();
    return switch (random.nextInt(8)) {
      case 0, 1 -> insert(table);
      case 2 -> table.keyed() ? upsert(table) : insert(table);
      case 3, 4 -> update(table);
      case 5 -> delete(table);
      case 6 -> updateFrom(table);
      default -> merge(table);
    };
  }

  private Change insert(Tables.Table table) {
    List<String> names = table.columns().stream().map(Tables.Column::name).toList();
    Piece rows;
    if (random.nextBoolean()) {
      List<Piece> values = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      for (int i = 0; i < count; i++) {
        values.add(Piece.of("(", row(table, Scope.NONE, String.valueOf(ids++)), ")"));
      }
      rows = Piece.of("VALUES ", Piece.list(", ", values));
    } else {
      Tables.Table source = queries.table();
      int from = ids;
      ids += 100;
      rows =
          Piece.of(
              "SELECT ",
              row(table, source.scope("u"), "u.id + " + from),
              " FROM " + source.name() + " u",
              queries.where(source.scope("u"), 1));
    }
    return returning(
        Piece.of("INSERT INTO " + table.name() + " (" + String.join(", ", names) + ") ", rows),
        table,
        table.name());
  }

  private Piece row(Tables.Table table, Scope scope, String id) {
    return Piece.list(
        ", ",
        table.columns().stream()
            .map(
                c ->
                    c.name().equals("id")
                        ? Piece.of(id)
                        : random.percent(50) ? Piece.of(tables.value(c, 0)) : assigned(c, scope))
            .toList());
  }

  private Piece assigned(Tables.Column column, Scope scope) {
    if (column.type().startsWith("CHAR")) {
      // no empty text, which PostgreSQL fills with blanks
      return Piece.of(tables.value(column, 0));
    }
    return queries.expressions().make(column.kind(), scope, 1);
  }

  private Change upsert(Tables.Table table) {
    List<Piece> values = new ArrayList<>();
    int count = 1 + random.nextInt(3);
    int id = random.nextInt(8);
    for (int i = 0; i < count; i++) {
      values.add(Piece.of("(", row(table, Scope.NONE, String.valueOf(id++)), ")"));
    }
    Scope scope = table.scope(table.name()).join(table.scope("excluded"));
    Piece action =
        random.percent(30)
            ? Piece.of("DO NOTHING")
            : Piece.of("DO UPDATE SET ", sets(table, scope), noSubQueries(scope));
    return returning(
        Piece.of(
            "INSERT INTO "
                + table.name()
                + " ("
                + table.columns().stream()
                    .map(Tables.Column::name)
                    .collect(Collectors.joining(", "))
                + ") VALUES ",
            Piece.list(", ", values),
            " ON CONFLICT (id) ",
            action),
        table,
        table.name());
  }

  private Piece noSubQueries(Scope scope) {
    return random.percent(30)
        ? Piece.optional(" WHERE ", queries.expressions().leaf(Kind.BOOL, scope))
        : Piece.of("");
  }

  private Piece sets(Tables.Table table, Scope scope) {
    List<Piece> sets = new ArrayList<>();
    for (Tables.Column column : table.columns()) {
      if (!column.name().equals("id") && random.percent(35)) {
        sets.add(Piece.of(column.name() + " = ", assigned(column, scope)));
      }
    }
    if (sets.isEmpty()) {
      sets.add(Piece.of("k = ", queries.expressions().make(Kind.INT, scope, 1)));
    }
    return Piece.list(", ", sets);
  }

  private Change update(Tables.Table table) {
    Scope scope = table.scope("t");
    return returning(
        Piece.of(
            "UPDATE " + table.name() + " AS t SET ", sets(table, scope), queries.where(scope, 2)),
        table,
        "t");
  }

  private Change updateFrom(Tables.Table table) {
    Tables.Table other = queries.table();
    Scope scope = table.scope("t");
    if (!other.keyed()) {
      return delete(table);
    }
    Scope both = scope.join(other.scope("u"));
    return returning(
        Piece.of(
            "UPDATE " + table.name() + " AS t SET ",
            sets(table, both),
            " FROM " + other.name() + " u WHERE u.id = t.k",
            Piece.optional(" AND ", queries.expressions().condition(both, 1))),
        table,
        "t");
  }

  private Change delete(Tables.Table table) {
    Scope scope = table.scope("t");
    Piece where =
        Piece.of(
            " WHERE ",
            queries.expressions().condition(scope, 2),
            Piece.optional(" AND t.id > " + random.nextInt(6)));
    return returning(Piece.of("DELETE FROM " + table.name() + " AS t", where), table, "t");
  }

  private Change merge(Tables.Table table) {
    Tables.Table source = queries.table();
    if (!table.keyed() || !source.keyed()) {
      return update(table);
    }
    Scope both = table.scope("t").join(source.scope("u"));
    String names =
        table.columns().stream().map(Tables.Column::name).collect(Collectors.joining(", "));
    Piece matched =
        switch (random.nextInt(3)) {
          case 0 -> Piece.of("DELETE");
          case 1 -> Piece.of("DO NOTHING");
          default -> Piece.of("UPDATE SET ", sets(table, both));
        };
    int from = ids;
    ids += 100;
    return new Change(
        Piece.of(
            "MERGE INTO "
                + table.name()
                + " t USING "
                + source.name()
                + " u ON t.id = u.id + "
                + random.nextInt(4),
            Piece.optional(
                " WHEN MATCHED AND ", queries.expressions().condition(both, 1), " THEN ", matched),
            Piece.optional(" WHEN MATCHED THEN UPDATE SET ", sets(table, both)),
            " WHEN NOT MATCHED",
            random.nextBoolean()
                ? Piece.optional(" AND ", queries.expressions().condition(source.scope("u"), 1))
                : Piece.of(""),
            " THEN INSERT (" + names + ") VALUES (",
            row(table, source.scope("u"), "u.id + " + from),
            ")"),
        table.name(),
        false);
  }

  private Change returning(Piece change, Tables.Table table, String alias) {
    if (random.percent(40)) {
      return new Change(
          Piece.of(
              change,
              " RETURNING ",
              random.nextBoolean()
                  ? Piece.of(alias + ".*")
                  : Piece.of(
                      alias + ".id, ", queries.expressions().leaf(Kind.INT, table.scope(alias)))),
          table.name(),
          true);
    }
    return new Change(change, table.name(), false);
  }
}

package io.mosql.engine.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * The names available in an expression.
 *
 * @param unique names whose combined values are unique; empty when unknown
 */
record Scope(List<Column> columns, List<String> unique) {
  static final Scope NONE = new Scope(List.of(), List.of());

  /** A column with its text in SQL, such as {@code t1.k}. */
  record Column(String sql, Kind kind) {}

  /** Joins two scopes and their unique names. */
  Scope join(Scope other) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(other.columns);
    List<String> names = new ArrayList<>();
    if (!unique.isEmpty() && !other.unique.isEmpty()) {
      names.addAll(unique);
      names.addAll(other.unique);
    }
    return new Scope(all, names);
  }

  /** This scope within an outer one, whose columns are visible as well. */
  Scope within(Scope outer) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(outer.columns);
    return new Scope(all, unique);
  }

  List<Column> of(Kind kind) {
    return columns.stream().filter(c -> c.kind == kind).toList();
  }
}

package io.mosql.engine.fuzz;

import java.util.ArrayList;
import java.util.List;

/**
 * What can be named in an expression.
 *
 * @param unique names whose values together no two rows share; none when that is not known
 */
record Scope(List<Column> columns, List<String> unique) {
  static final Scope NONE = new Scope(List.of(), List.of());

  /** A column as it is written, such as {@code t1.k}. */
  record Column(String sql, Kind kind) {}

  /** Both, with the unique names that both have together. */
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

  /** This scope within another one, whose columns are seen as well. */
  Scope within(Scope outer) {
    List<Column> all = new ArrayList<>(columns);
    all.addAll(outer.columns);
    return new Scope(all, unique);
  }

  List<Column> of(Kind kind) {
    return columns.stream().filter(c -> c.kind == kind).toList();
  }
}

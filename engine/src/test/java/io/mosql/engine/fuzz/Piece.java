package io.mosql.engine.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A part of a statement: texts, values of parameters and further pieces in their order. Immutable.
 *
 * @param kind kind of an expression's value; null for other parts
 * @param optional whether the part can be removed
 * @param parts of {@code String}, {@link Value} and {@code Piece}
 */
record Piece(@Nullable Kind kind, boolean optional, List<Object> parts) {
  /** A parameter and its bound value. */
  record Value(@Nullable Object value) {}

  Piece {
    parts = List.copyOf(parts);
  }

  static Piece of(Object... parts) {
    return new Piece(null, false, List.of(parts));
  }

  static Piece optional(Object... parts) {
    return new Piece(null, true, List.of(parts));
  }

  static Piece expression(Kind kind, Object... parts) {
    return new Piece(kind, false, List.of(parts));
  }

  /** Pieces with a separator; all but the first are optional. */
  static Piece list(String divider, List<Piece> pieces) {
    List<Object> all = new ArrayList<>();
    for (Piece piece : pieces) {
      all.add(all.isEmpty() ? piece : optional(divider, piece));
    }
    return new Piece(null, false, all);
  }

  String sql() {
    StringBuilder sql = new StringBuilder();
    walk(part -> sql.append(part instanceof Value ? "?" : (String) part));
    return sql.toString();
  }

  List<Value> values() {
    List<Value> values = new ArrayList<>();
    walk(
        part -> {
          if (part instanceof Value value) {
            values.add(value);
          }
        });
    return values;
  }

  /** The statement followed by the values of its parameters. */
  String withValues() {
    List<Value> values = values();
    return values.isEmpty()
        ? sql()
        : sql() + "\n    values " + values.stream().map(Value::value).map(String::valueOf).toList();
  }

  private void walk(Consumer<Object> leaf) {
    for (Object part : parts) {
      if (part instanceof Piece piece) {
        piece.walk(leaf);
      } else {
        leaf.accept(part);
      }
    }
  }
}

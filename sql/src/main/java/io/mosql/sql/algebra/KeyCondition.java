package io.mosql.sql.algebra;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the columns of an ordered index, from some column on, which selects a list of
 * spans of its keys. A comparison is a condition on the first of these columns; {@link Then}
 * continues with the columns behind it. The values are expressions without input; their types agree
 * with those of the columns, or are rounded to them at run time. A comparison with NULL selects
 * nothing. Immutable.
 */
public sealed interface KeyCondition {
  /**
   * A comparison of the column with a value.
   *
   * @param kind EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN or
   *     GREATER_THAN_OR_EQUAL
   */
  record Comparison(SqlKind kind, RexNode value) implements KeyCondition {}

  /** The column equals one of the values. */
  record In(List<RexNode> values) implements KeyCondition {
    public In {
      values = List.copyOf(values);
    }
  }

  /** The column is NULL, or is not. */
  record IsNull(boolean negated) implements KeyCondition {}

  /**
   * The column begins with the characters that the pattern of a LIKE fixes before its first
   * wildcard; any text where the pattern or the escape character is not valid.
   *
   * @param escape the escape character; null for the backslash
   */
  record Prefix(RexNode pattern, @Nullable RexNode escape) implements KeyCondition {}

  /** All keys if the condition, which has no input, is true; else none. */
  record When(RexNode condition) implements KeyCondition {}

  /** All of the conditions. */
  record And(List<KeyCondition> parts) implements KeyCondition {
    public And {
      parts = List.copyOf(parts);
    }
  }

  /** At least one of the conditions. */
  record Or(List<KeyCondition> parts) implements KeyCondition {
    public Or {
      parts = List.copyOf(parts);
    }
  }

  /**
   * A condition on the first columns, each of whose spans is one value of them, and then a
   * condition on the columns behind.
   */
  record Then(KeyCondition head, KeyCondition tail) implements KeyCondition {
    public Then {
      if (head.pointColumns() == 0) {
        throw new IllegalArgumentException("the head is not a list of points");
      }
    }
  }

  /** Returns the number of columns that the condition concerns. */
  default int columns() {
    if (this instanceof And and) {
      return and.parts.stream().mapToInt(KeyCondition::columns).max().orElse(0);
    } else if (this instanceof Or or) {
      return or.parts.stream().mapToInt(KeyCondition::columns).max().orElse(0);
    } else if (this instanceof Then then) {
      return then.head.pointColumns() + then.tail.columns();
    }
    return this instanceof When ? 0 : 1;
  }

  /**
   * Returns the number of first columns that have only one value in each of the spans, where the
   * spans consist of nothing but these values; else 0.
   */
  default int pointColumns() {
    if (this instanceof Comparison comparison) {
      return comparison.kind == SqlKind.EQUALS ? 1 : 0;
    } else if (this instanceof In) {
      return 1;
    } else if (this instanceof IsNull isNull) {
      return isNull.negated ? 0 : 1;
    } else if (this instanceof And and) {
      int columns = and.parts.stream().mapToInt(KeyCondition::pointColumns).max().orElse(0);
      return columns == columns() ? columns : 0;
    } else if (this instanceof Or or) {
      int columns = or.parts.get(0).pointColumns();
      return or.parts.stream().allMatch(part -> part.pointColumns() == columns) ? columns : 0;
    } else if (this instanceof Then then) {
      int behind = then.tail.pointColumns();
      return behind == 0 ? 0 : then.head.pointColumns() + behind;
    }
    return 0;
  }

  /** Whether a column of the spans' values may be NULL. */
  default boolean selectsNull() {
    return this instanceof IsNull isNull
        ? !isNull.negated
        : parts().stream().anyMatch(KeyCondition::selectsNull);
  }

  /** Returns the greatest number of spans. */
  default double spans() {
    if (this instanceof Comparison comparison) {
      return comparison.kind == SqlKind.NOT_EQUALS ? 2 : 1;
    } else if (this instanceof In in) {
      return in.values.size();
    } else if (this instanceof And and) {
      double points =
          and.parts.stream()
              .filter(part -> part.pointColumns() == and.columns())
              .mapToDouble(KeyCondition::spans)
              .min()
              .orElse(0);
      return points > 0
          ? points
          : 1 + and.parts.stream().mapToDouble(part -> part.spans() - 1).sum();
    } else if (this instanceof Or or) {
      return or.parts.stream().mapToDouble(KeyCondition::spans).sum();
    } else if (this instanceof Then then) {
      return then.head.spans() * then.tail.spans();
    }
    return 1;
  }

  /** Returns the expressions of the condition. */
  default List<RexNode> values() {
    if (this instanceof Comparison comparison) {
      return List.of(comparison.value);
    } else if (this instanceof In in) {
      return in.values;
    } else if (this instanceof Prefix prefix) {
      return prefix.escape == null
          ? List.of(prefix.pattern)
          : List.of(prefix.pattern, prefix.escape);
    } else if (this instanceof When when) {
      return List.of(when.condition);
    }
    List<RexNode> values = new ArrayList<>();
    parts().forEach(part -> values.addAll(part.values()));
    return values;
  }

  /** Returns the conditions that this one consists of. */
  private List<KeyCondition> parts() {
    if (this instanceof And and) {
      return and.parts;
    } else if (this instanceof Or or) {
      return or.parts;
    }
    return this instanceof Then then ? List.of(then.head, then.tail) : List.of();
  }
}

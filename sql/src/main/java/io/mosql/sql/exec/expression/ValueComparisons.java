package io.mosql.sql.exec.expression;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Collation;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.runtime.Expression;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Comparison and order of values: numbers by value whatever their class, text by code point, NULL
 * (where an order needs one) first; this is also the order of encoded keys. Pure.
 */
public final class ValueComparisons {
  private ValueComparisons() {}

  /** Compiles a comparison of two compiled operands; both are evaluated. */
  static Expression compile(SqlKind kind, RexNode left, RexNode right, Expression a, Expression b) {
    IntPredicate holds = predicate(kind);
    boolean blanksMatter = !(comparesPadded(left) || comparesPadded(right));
    return (row, context) -> {
      Object x = a.evaluate(row, context);
      Object y = b.evaluate(row, context);
      if (x == null || y == null) {
        return null;
      }
      return holds.test(blanksMatter ? ValueOrder.compare(x, y) : comparePadded(x, y));
    };
  }

  /** Compiles IS NOT DISTINCT FROM or IS DISTINCT FROM. */
  static Expression distinct(
      boolean wanted, RexNode left, RexNode right, Expression a, Expression b) {
    boolean padded = comparesPadded(left) || comparesPadded(right);
    return (row, context) -> {
      Object x = a.evaluate(row, context);
      Object y = b.evaluate(row, context);
      boolean same =
          x == null || y == null
              ? x == y
              : (padded ? comparePadded(x, y) : ValueOrder.compare(x, y)) == 0;
      return same == wanted;
    };
  }

  /**
   * Whether a comparison with this operand ignores trailing blanks: CHAR columns and casts to CHAR
   * do, a literal alone does not.
   */
  public static boolean comparesPadded(RexNode node) {
    TypeKind kind = RelTypes.sqlType(node.getType()).kind();
    if (kind == TypeKind.CHAR) {
      return !(node instanceof RexLiteral);
    }
    // the validator turns a CHAR operand into VARCHAR when the other one is VARCHAR
    return node.getKind() == SqlKind.CAST
        && kind.isText()
        && comparesPadded(((RexCall) node).getOperands().get(0));
  }

  public static IntPredicate predicate(SqlKind kind) {
    return switch (kind) {
      case EQUALS -> c -> c == 0;
      case NOT_EQUALS -> c -> c != 0;
      case LESS_THAN -> c -> c < 0;
      case LESS_THAN_OR_EQUAL -> c -> c <= 0;
      case GREATER_THAN -> c -> c > 0;
      case GREATER_THAN_OR_EQUAL -> c -> c >= 0;
      default ->
          throw new InvariantViolation("a comparison has one of the six operators, found " + kind);
    };
  }

  private static int comparePadded(Object x, Object y) {
    return x instanceof String a && y instanceof String b
        ? ValueOrder.compareText(
            Coercion.withoutTrailingBlanks(a), Coercion.withoutTrailingBlanks(b))
        : ValueOrder.compare(x, y);
  }

  /** Compares two non-null values, texts by a collation. */
  public static int compare(Collation collation, Object x, Object y) {
    return collation != Collation.CODE_POINT && x instanceof String a && y instanceof String b
        ? ValueOrder.compareText(collation.key(a), collation.key(b))
        : ValueOrder.compare(x, y);
  }

  /**
   * Returns an order of rows.
   *
   * @param texts how their texts compare
   */
  public static Comparator<@Nullable Object[]> order(
      List<RelFieldCollation> collations, FieldCollations texts) {
    int[] fields = new int[collations.size()];
    boolean[] descending = new boolean[fields.length];
    boolean[] nullsLast = new boolean[fields.length];
    for (int i = 0; i < fields.length; i++) {
      RelFieldCollation collation = collations.get(i);
      fields[i] = collation.getFieldIndex();
      descending[i] = collation.getDirection().isDescending();
      nullsLast[i] =
          collation.nullDirection == RelFieldCollation.NullDirection.UNSPECIFIED
              ? descending[i]
              : collation.nullDirection == RelFieldCollation.NullDirection.LAST;
    }
    return (a, b) -> {
      for (int i = 0; i < fields.length; i++) {
        Object x = a[fields[i]];
        Object y = b[fields[i]];
        int order;
        if (x == null || y == null) {
          order = x == y ? 0 : (x == null) == nullsLast[i] ? 1 : -1;
        } else {
          int ascending = texts.compare(fields[i], x, y);
          order = descending[i] ? -ascending : ascending;
        }
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }
}

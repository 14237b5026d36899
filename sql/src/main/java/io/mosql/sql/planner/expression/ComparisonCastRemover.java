package io.mosql.sql.planner.expression;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.CollatedType;
import io.mosql.sql.algebra.NumericType;
import io.mosql.sql.algebra.RelTypes;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Removes redundant casts from comparisons, so that index columns remain recognizable. These are
 * casts added by type coercion that the executor does not need: between exact numbers of different
 * types, between a number and a double, and between CHAR and VARCHAR, where the cast would also
 * make trailing blanks significant.
 */
public final class ComparisonCastRemover {
  private static final int SMALLINT_DIGITS = 5;
  private static final int INTEGER_DIGITS = 10;
  private static final int BIGINT_DIGITS = 19;

  private ComparisonCastRemover() {}

  /** Returns a comparison without redundant casts; other calls are returned unchanged. */
  public static RexNode withoutCasts(RexNode node, RexBuilder rex) {
    if (!(node instanceof RexCall call)
        || !SqlKind.COMPARISON.contains(call.getKind())
        || call.getOperands().size() != 2) {
      return node;
    }
    RexNode left = plain(call.getOperands().get(0), call.getOperands().get(1));
    RexNode right = plain(call.getOperands().get(1), call.getOperands().get(0));
    return left.equals(call.getOperands().get(0)) && right.equals(call.getOperands().get(1))
        ? node
        : rex.makeCall(call.getType(), call.getOperator(), List.of(left, right));
  }

  private static RexNode plain(RexNode node, RexNode other) {
    if (node.getKind() != SqlKind.CAST) {
      return node;
    }
    RexNode operand = ((RexCall) node).getOperands().get(0);
    if (isDouble(node) && isDouble(other) && Rexes.fields(other).isEmpty() && isNarrow(operand)) {
      return operand;
    }
    // a cast of a text with a collation removes the collation
    return isRedundant(operand.getType(), node.getType())
            && !(operand.getType() instanceof CollatedType)
        ? operand
        : node;
  }

  private static boolean isDouble(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.DOUBLE;
  }

  /** Whether the expression is a number that a comparison with a double accepts without a cast. */
  private static boolean isNarrow(RexNode node) {
    return isExact(node.getType()) || node.getType().getSqlTypeName() == SqlTypeName.REAL;
  }

  /** Returns a text without a cast that does not change its value. */
  static RexNode withoutTextCast(RexNode node) {
    if (node.getKind() != SqlKind.CAST) {
      return node;
    }
    RexNode operand = ((RexCall) node).getOperands().get(0);
    return isText(operand.getType()) && isRedundant(operand.getType(), node.getType())
        ? operand
        : node;
  }

  private static boolean isRedundant(RelDataType from, RelDataType to) {
    if (from.getSqlTypeName() == SqlTypeName.NULL
        || !SqlTypeName.ALL_TYPES.contains(from.getSqlTypeName())) {
      return false;
    }
    if (isText(from) && isText(to)) {
      return to.getSqlTypeName() == SqlTypeName.VARCHAR
          && (to.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
              || from.getPrecision() != RelDataType.PRECISION_NOT_SPECIFIED
                  && to.getPrecision() >= from.getPrecision());
    }
    if (!isExact(from) || !isExact(to)) {
      return false;
    }
    if (NumericType.is(to)) {
      return true;
    }
    SqlType narrow = RelTypes.sqlType(from);
    SqlType wide = RelTypes.sqlType(to);
    return wide.scale() >= narrow.scale() && integerDigits(wide) >= integerDigits(narrow);
  }

  private static boolean isText(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.CHAR
        || type.getSqlTypeName() == SqlTypeName.VARCHAR;
  }

  private static boolean isExact(RelDataType type) {
    return SqlTypeName.EXACT_TYPES.contains(type.getSqlTypeName());
  }

  /** Returns the number of integer digits of an exact type. */
  public static int integerDigits(SqlType type) {
    return type.kind() == TypeKind.SMALLINT
        ? SMALLINT_DIGITS
        : type.kind() == TypeKind.INTEGER
            ? INTEGER_DIGITS
            : type.kind() == TypeKind.BIGINT
                ? BIGINT_DIGITS
                : type.kind() == TypeKind.NUMERIC
                    ? SqlType.MAX_NUMERIC_DIGITS
                    : type.precision() - type.scale();
  }
}

package io.mosql.sql.planner.expression;

import io.mosql.sql.algebra.RexLiteralValues;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The truth of conditions that literals decide: {@code 1 = 0}, {@code x AND FALSE}, {@code x <
 * NULL}. Calls that may fail are not evaluated; what is not decided surely is not decided. Pure.
 */
public final class ConstantConditions {
  private ConstantConditions() {}

  /** The truth value of a condition for all rows. */
  public enum Truth {
    TRUE,
    FALSE,
    UNKNOWN,
    /** It differs from row to row, or is not known. */
    VARIES;

    private static Truth of(boolean value) {
      return value ? TRUE : FALSE;
    }

    private Truth negated() {
      return this == TRUE ? FALSE : this == FALSE ? TRUE : this;
    }
  }

  /** Whether the condition is true for no row. */
  public static boolean isNeverTrue(RexNode condition) {
    Truth truth = of(condition);
    return truth == Truth.FALSE || truth == Truth.UNKNOWN;
  }

  public static Truth of(RexNode condition) {
    if (condition instanceof RexLiteral literal) {
      return literal.isNull()
          ? Truth.UNKNOWN
          : literal.getValue() instanceof Boolean value ? Truth.of(value) : Truth.VARIES;
    }
    if (!(condition instanceof RexCall call)) {
      return Truth.VARIES;
    }
    List<RexNode> operands = call.getOperands();
    return switch (call.getKind()) {
      case AND -> junction(operands, Truth.FALSE);
      case OR -> junction(operands, Truth.TRUE);
      case NOT -> of(operands.get(0)).negated();
      case IS_NULL -> nullity(operands.get(0), true);
      case IS_NOT_NULL -> nullity(operands.get(0), false);
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          comparison(call.getKind(), operands.get(0), operands.get(1));
      default -> Truth.VARIES;
    };
  }

  /**
   * Returns the truth of AND or OR.
   *
   * @param decisive the truth of an operand that is the truth of the whole
   */
  private static Truth junction(List<RexNode> operands, Truth decisive) {
    Truth whole = decisive.negated();
    for (RexNode operand : operands) {
      Truth truth = of(operand);
      if (truth == decisive) {
        return decisive;
      } else if (truth == Truth.VARIES || whole == Truth.VARIES) {
        whole = Truth.VARIES;
      } else if (truth == Truth.UNKNOWN) {
        whole = Truth.UNKNOWN;
      }
    }
    return whole;
  }

  private static Truth nullity(RexNode operand, boolean wanted) {
    return operand instanceof RexLiteral literal
        ? Truth.of(literal.isNull() == wanted)
        : Truth.VARIES;
  }

  private static Truth comparison(SqlKind kind, RexNode left, RexNode right) {
    boolean unknown = isNull(left) && isHarmless(right) || isNull(right) && isHarmless(left);
    if (unknown) {
      return Truth.UNKNOWN;
    }
    if (!(left instanceof RexLiteral a)
        || !(right instanceof RexLiteral b)
        || a.isNull()
        || b.isNull()) {
      return Truth.VARIES;
    }
    return order(a, b)
        .map(
            order ->
                Truth.of(
                    switch (kind) {
                      case EQUALS -> order == 0;
                      case NOT_EQUALS -> order != 0;
                      case LESS_THAN -> order < 0;
                      case LESS_THAN_OR_EQUAL -> order <= 0;
                      case GREATER_THAN -> order > 0;
                      default -> order >= 0;
                    }))
        .orElse(Truth.VARIES);
  }

  private static boolean isNull(RexNode node) {
    return node instanceof RexLiteral literal && literal.isNull();
  }

  /** Whether the evaluation of an expression cannot fail. */
  private static boolean isHarmless(RexNode node) {
    return !(node instanceof RexCall);
  }

  /** Returns the order of two literals of types whose comparison needs no conversion. */
  private static Optional<Integer> order(RexLiteral a, RexLiteral b) {
    if (SqlTypeUtil.isExactNumeric(a.getType()) && SqlTypeUtil.isExactNumeric(b.getType())) {
      BigDecimal one = a.getValueAs(BigDecimal.class);
      BigDecimal other = b.getValueAs(BigDecimal.class);
      return one == null || other == null ? Optional.empty() : Optional.of(one.compareTo(other));
    }
    SqlTypeName type = a.getType().getSqlTypeName();
    if (type != b.getType().getSqlTypeName()
        || type != SqlTypeName.BOOLEAN && type != SqlTypeName.DATE) {
      return Optional.empty();
    }
    return Optional.ofNullable(order(RexLiteralValues.value(a), RexLiteralValues.value(b)));
  }

  private static @Nullable Integer order(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Integer one && b instanceof Integer other) {
      return one.compareTo(other);
    }
    return a instanceof Boolean one && b instanceof Boolean other ? one.compareTo(other) : null;
  }
}

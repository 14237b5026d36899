package io.mosql.sql.planner.expression;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Tells expressions that have a value for every row from those that may fail, such as a division. A
 * plan may evaluate the former for rows for which the statement does not ask. Where unsure, an
 * expression counts as one that may fail. Pure.
 */
public final class Infallibility {
  private Infallibility() {}

  public static boolean neverFails(RexNode node) {
    if (Rexes.isLeaf(node) || node instanceof RexInputRef || node instanceof RexFieldAccess) {
      return true;
    }
    return node instanceof RexCall call
        && isInfallible(call)
        && call.getOperands().stream().allMatch(Infallibility::neverFails);
  }

  private static boolean isInfallible(RexCall call) {
    return switch (call.getKind()) {
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          IS_DISTINCT_FROM,
          IS_NOT_DISTINCT_FROM,
          IS_NULL,
          IS_NOT_NULL,
          IS_TRUE,
          IS_NOT_TRUE,
          IS_FALSE,
          IS_NOT_FALSE,
          AND,
          OR,
          NOT,
          CASE,
          COALESCE,
          NULLIF ->
          true;
      case LIKE ->
          call.getOperands().size() == 2
              && call.getOperands().get(1) instanceof RexLiteral pattern
              && !String.valueOf(pattern.getValueAs(String.class)).contains("\\");
      case CAST -> widens(call.getOperands().get(0).getType(), call.getType());
      case PLUS, MINUS -> exact(call) && call.getType().getPrecision() > digits(call);
      case TIMES ->
          exact(call)
              && call.getType().getPrecision()
                  >= precision(call.getOperands().get(0)) + precision(call.getOperands().get(1));
      default -> call.getOperator().getName().equals("NOCASE");
    };
  }

  private static boolean widens(RelDataType from, RelDataType to) {
    if (isText(from) && isText(to)) {
      return true;
    }
    if (SqlTypeUtil.isIntType(from)) {
      return SqlTypeUtil.isIntType(to) && rank(from.getSqlTypeName()) <= rank(to.getSqlTypeName())
          || to.getSqlTypeName() == SqlTypeName.DECIMAL
              && to.getPrecision() - to.getScale() >= from.getPrecision();
    }
    return from.getSqlTypeName() == SqlTypeName.DECIMAL
        && to.getSqlTypeName() == SqlTypeName.DECIMAL
        && to.getPrecision() - to.getScale() >= from.getPrecision() - from.getScale();
  }

  private static boolean isText(RelDataType type) {
    return type.getSqlTypeName().getFamily() == SqlTypeFamily.CHARACTER;
  }

  private static int rank(SqlTypeName type) {
    return switch (type) {
      case TINYINT -> 0;
      case SMALLINT -> 1;
      case INTEGER -> 2;
      default -> 3;
    };
  }

  /** Whether a call computes a decimal number from two exact ones. */
  private static boolean exact(RexCall call) {
    return call.getType().getSqlTypeName() == SqlTypeName.DECIMAL
        && call.getOperands().size() == 2
        && call.getOperands().stream()
            .allMatch(operand -> SqlTypeUtil.isExactNumeric(operand.getType()));
  }

  private static int precision(RexNode node) {
    return node.getType().getPrecision();
  }

  /** Returns the digits that both operands of a sum need, at the scale of the result. */
  private static int digits(RexCall call) {
    int whole = 0;
    for (RexNode operand : call.getOperands()) {
      whole = Math.max(whole, precision(operand) - Math.max(0, operand.getType().getScale()));
    }
    return whole + call.getType().getScale();
  }
}

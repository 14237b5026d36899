package io.mosql.sql.planner.dml;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.planner.expression.ComparisonCastRemover;
import io.mosql.sql.planner.expression.Rexes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of a numeric column that follow from CHECK constraints which only compare it with
 * constants. Not thread-safe.
 */
final class CheckBounds {
  private final int column;
  private final SqlType type;
  private final RexBuilder rex;
  private @Nullable BigDecimal low;
  private @Nullable BigDecimal high;

  CheckBounds(int column, SqlType type, RexBuilder rex) {
    this.column = column;
    this.type = type;
    this.rex = rex;
  }

  @Nullable BigDecimal low() {
    return low;
  }

  @Nullable BigDecimal high() {
    return high;
  }

  /**
   * Adds a CHECK over the table's row; returns false when it is more than a bound of the column.
   */
  boolean narrow(RexNode check) {
    for (RexNode conjunct : Rexes.conjunctions(check)) {
      RexNode plain = ComparisonCastRemover.withoutCasts(conjunct, rex);
      boolean always = plain.isAlwaysTrue();
      // An addition never turns a value into NULL.
      boolean present =
          plain.getKind() == SqlKind.IS_NOT_NULL
              && isColumn(((RexCall) plain).getOperands().get(0));
      if (!always && !present && !compare(plain)) {
        return false;
      }
    }
    return true;
  }

  private boolean isColumn(RexNode node) {
    return node instanceof RexInputRef ref && ref.getIndex() == column;
  }

  private boolean compare(RexNode node) {
    if (!(node instanceof RexCall call) || call.getOperands().size() != 2) {
      return false;
    }
    List<RexNode> operands = call.getOperands();
    boolean turned = !isColumn(operands.get(0));
    if (turned && !isColumn(operands.get(1))) {
      return false;
    }
    BigDecimal number = number(operands.get(turned ? 0 : 1));
    if (number == null) {
      return false;
    }
    switch (turned ? call.getKind().reverse() : call.getKind()) {
      case EQUALS -> {
        raise(number);
        lower(number);
      }
      case GREATER_THAN_OR_EQUAL -> raise(number);
      case GREATER_THAN -> raise(scaled(number, RoundingMode.FLOOR).add(step()));
      case LESS_THAN_OR_EQUAL -> lower(number);
      case LESS_THAN -> lower(scaled(number, RoundingMode.CEILING).subtract(step()));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void raise(BigDecimal bound) {
    low = low == null || low.compareTo(bound) < 0 ? bound : low;
  }

  private void lower(BigDecimal bound) {
    high = high == null || high.compareTo(bound) > 0 ? bound : high;
  }

  private BigDecimal scaled(BigDecimal number, RoundingMode mode) {
    return number.setScale(type.scale(), mode);
  }

  /** Returns the distance between two adjacent values of the column's type. */
  private BigDecimal step() {
    return BigDecimal.ONE.movePointLeft(type.scale());
  }

  /** Returns the exact number of a constant expression, or null. */
  private static @Nullable BigDecimal number(RexNode node) {
    if (!SqlTypeName.EXACT_TYPES.contains(node.getType().getSqlTypeName())) {
      return null;
    }
    if (node instanceof RexLiteral literal) {
      return literal.getValueAs(BigDecimal.class);
    }
    if (!(node instanceof RexCall call) || call.getOperands().size() != 1) {
      return null;
    }
    BigDecimal operand = number(call.getOperands().get(0));
    if (operand == null) {
      return null;
    }
    return switch (call.getKind()) {
      case PLUS_PREFIX -> operand;
      case MINUS_PREFIX, CHECKED_MINUS_PREFIX -> operand.negate();
      case CAST -> {
        SqlType target = RelTypes.sqlType(call.getType());
        boolean kept = operand.stripTrailingZeros().scale() <= target.scale();
        yield kept ? operand : null;
      }
      default -> null;
    };
  }
}

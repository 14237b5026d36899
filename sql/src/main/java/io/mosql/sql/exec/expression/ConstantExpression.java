package io.mosql.sql.exec.expression;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * An expression without variables, such as {@code DATE '1998-12-01' - INTERVAL '90' DAY}, evaluated
 * on first use and then cached. Evaluation is not done earlier, since it may fail in a branch that
 * is never taken. Thread-safe: concurrent threads may evaluate the expression twice, with the same
 * result.
 */
final class ConstantExpression implements Expression {
  private final Expression expression;

  /** The cached value, which may be NULL, in an array; null before the first evaluation. */
  private volatile @Nullable Object @Nullable [] known;

  private ConstantExpression(Expression expression) {
    this.expression = expression;
  }

  /** Returns the compiled call, cached if it is constant. */
  static Expression cacheIfConstant(RexCall call, Expression compiled) {
    return isConstant(call) ? new ConstantExpression(compiled) : compiled;
  }

  @Override
  public @Nullable Object evaluate(@Nullable Object[] row, ExecutionContext context) {
    Object[] value = known;
    if (value == null) {
      value = new Object[] {expression.evaluate(row, context)};
      known = value;
    }
    return value[0];
  }

  /**
   * Whether the node consists of arithmetic and casts of literals only; an expression with a time
   * zone depends on the session.
   */
  static boolean isConstant(RexNode node) {
    if (isZoned(node)) {
      return false;
    }
    if (!(node instanceof RexCall call)) {
      return node instanceof RexLiteral;
    }
    return switch (node.getKind()) {
      case PLUS, MINUS, TIMES, DIVIDE, MOD, MINUS_PREFIX, CAST -> allConstant(call);
      case CHECKED_PLUS, CHECKED_MINUS, CHECKED_TIMES, CHECKED_DIVIDE, CHECKED_MINUS_PREFIX ->
          allConstant(call);
      default -> false;
    };
  }

  private static boolean allConstant(RexCall call) {
    return call.getOperands().stream().allMatch(ConstantExpression::isConstant);
  }

  private static boolean isZoned(RexNode node) {
    return node.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }
}

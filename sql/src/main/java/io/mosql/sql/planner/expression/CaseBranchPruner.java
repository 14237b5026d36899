package io.mosql.sql.planner.expression;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;

/**
 * Prunes branches of a CASE that its literals exclude, before the query is planned, and with them
 * the aggregates and sub-queries that only they use: {@code COALESCE(-1, SUM(a / 0))} does not
 * evaluate the sum, as in PostgreSQL. Pure.
 */
final class CaseBranchPruner {
  private CaseBranchPruner() {}

  /**
   * Returns the remaining operands of a CASE.
   *
   * @param operands alternating conditions and values, then the value of ELSE
   * @return operands of the same form; a single value when it is always chosen
   */
  static List<RexNode> liveBranches(List<? extends RexNode> operands) {
    List<RexNode> live = new ArrayList<>();
    int last = operands.size() - 1;
    for (int i = 0; i < last; i += 2) {
      RexNode condition = operands.get(i);
      if (isTrue(condition)) {
        live.add(operands.get(i + 1));
        return live;
      }
      if (!isNeverTrue(condition)) {
        live.add(condition);
        live.add(operands.get(i + 1));
      }
    }
    live.add(operands.get(last));
    return live;
  }

  private static boolean isTrue(RexNode condition) {
    return condition.isAlwaysTrue()
        || (condition.isA(SqlKind.IS_NOT_NULL) && isValue(operand(condition)))
        || (condition.isA(SqlKind.IS_NULL) && RexUtil.isNullLiteral(operand(condition), true));
  }

  private static boolean isNeverTrue(RexNode condition) {
    return condition.isAlwaysFalse()
        || RexUtil.isNullLiteral(condition, true)
        || (condition.isA(SqlKind.IS_NULL) && isValue(operand(condition)))
        || (condition.isA(SqlKind.IS_NOT_NULL) && RexUtil.isNullLiteral(operand(condition), true));
  }

  private static RexNode operand(RexNode condition) {
    return ((RexCall) condition).getOperands().get(0);
  }

  /** Whether the expression is a literal other than NULL, possibly with a sign. */
  private static boolean isValue(RexNode node) {
    RexNode literal = node.isA(SqlKind.MINUS_PREFIX) ? operand(node) : node;
    return literal instanceof RexLiteral value && !value.isNull();
  }
}

package io.mosql.sql.planner.rewrite;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlValuesOperator;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlVisitor;

/**
 * VALUES as a query of its own, as SELECT is: visitors of an expression do not descend into it.
 * Calcite's operator lets the validator copy the rows of a sub-query when it qualifies the names of
 * the expression around it, and the copy is a query that was never registered: its names have no
 * scope, and what types make of its operators is lost.
 */
final class ValuesOperator extends SqlValuesOperator {
  private static final ValuesOperator INSTANCE = new ValuesOperator();

  private ValuesOperator() {}

  /** The same rows with this operator; other calls are left alone. */
  static SqlCall rewrite(SqlCall call) {
    return call.getKind() == SqlKind.VALUES && !(call.getOperator() instanceof ValuesOperator)
        ? INSTANCE.createCall(call.getParserPosition(), call.getOperandList())
        : call;
  }

  @Override
  public <R> void acceptCall(
      SqlVisitor<R> visitor,
      SqlCall call,
      boolean onlyExpressions,
      SqlBasicVisitor.ArgHandler<R> argHandler) {
    if (!onlyExpressions) {
      super.acceptCall(visitor, call, false, argHandler);
    }
  }
}

package io.mosql.sql.planner.rewrite;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlValuesOperator;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlVisitor;

/**
 * The operator VALUES as a query, like SELECT, so that visitors of an expression do not descend
 * into it. With Calcite's operator the validator copies the rows of a sub-query when it qualifies
 * names of the surrounding expression. The copy is not a registered query: its names have no scope,
 * and operators resolved by type are lost.
 */
final class ValuesOperator extends SqlValuesOperator {
  private static final ValuesOperator INSTANCE = new ValuesOperator();

  private ValuesOperator() {}

  /** Returns the same rows with this operator; returns other calls unchanged. */
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

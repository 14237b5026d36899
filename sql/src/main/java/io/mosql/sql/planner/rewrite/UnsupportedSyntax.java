package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlConvertFunction;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Rejects with 0A000 the syntax that Calcite's grammar accepts and MoSQL does not support, before
 * the validator fails on it or ignores it.
 */
final class UnsupportedSyntax extends SqlBasicVisitor<@Nullable Void> {
  /** Index among the operands of a window. */
  private static final int ALLOW_PARTIAL = 7;

  private UnsupportedSyntax() {}

  static void check(SqlNode statement) {
    statement.accept(new UnsupportedSyntax());
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    String what = refused(call);
    if (what != null) {
      throw PlanErrors.at(CoreErrorMessage.UNSUPPORTED, call.getParserPosition(), what);
    }
    return super.visit(call);
  }

  private static @Nullable String refused(SqlCall call) {
    if (call instanceof SqlJoin join) {
      JoinType type = join.getJoinType();
      return type == JoinType.ASOF || type == JoinType.LEFT_ASOF ? "ASOF JOIN" : null;
    }
    if (call instanceof SqlWindow window) {
      // null unless it is given
      SqlNode partial = window.getOperandList().get(ALLOW_PARTIAL);
      return partial == null ? null : "ALLOW PARTIAL and DISALLOW PARTIAL";
    }
    if (call.getOperator() instanceof SqlConvertFunction) {
      return "CONVERT and TRANSLATE between character sets";
    }
    return switch (call.getKind()) {
      case WITHIN_DISTINCT -> "WITHIN DISTINCT";
      // (x - y) MONTH
      case MINUS -> call.operandCount() == 3 ? "a difference with a unit of time" : null;
      case CEIL, FLOOR ->
          call.operandCount() == 2 && call.operand(1) instanceof SqlIntervalQualifier
              ? call.getKind() + " to a unit of time"
              : null;
      case MATCH_RECOGNIZE -> "MATCH_RECOGNIZE";
      case EXTEND -> "EXTEND";
      case TABLESAMPLE -> "TABLESAMPLE";
      case SNAPSHOT -> "FOR SYSTEM_TIME";
      case CURSOR -> "CURSOR";
      default -> null;
    };
  }
}

package io.mosql.sql.planner.validate;

import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.define.ScalarFunction;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Resolves sums and differences of dates and integers, as in PostgreSQL: the days between two
 * dates, and a date plus or minus a number of days. The operator of such a call is replaced by a
 * function when the types of its operands are known.
 */
final class DateArithmetic {
  private DateArithmetic() {}

  static void resolve(SqlValidator validator, SqlValidatorScope scope, SqlNode node) {
    boolean concerned =
        (node.getKind() == SqlKind.PLUS || node.getKind() == SqlKind.MINUS)
            && node instanceof SqlBasicCall call
            && call.operandCount() == 2
            && isOperand(call.operand(0))
            && isOperand(call.operand(1));
    if (!concerned) {
      return;
    }
    SqlBasicCall call = (SqlBasicCall) node;
    RelDataType left = validator.deriveType(scope, call.operand(0));
    RelDataType right = validator.deriveType(scope, call.operand(1));
    boolean plus = node.getKind() == SqlKind.PLUS;
    if (isDate(left) && isDate(right) && !plus) {
      call.setOperator(function("DATEDIFF"));
    } else if (isDate(left) && SqlTypeUtil.isIntType(right)) {
      if (!plus) {
        SqlNode days = call.operand(1);
        call.setOperand(
            1, SqlStdOperatorTable.UNARY_MINUS.createCall(days.getParserPosition(), days));
      }
      call.setOperator(function("DATE_PLUS_DAYS"));
    } else if (plus && SqlTypeUtil.isIntType(left) && isDate(right)) {
      SqlNode days = call.operand(0);
      call.setOperand(0, call.operand(1));
      call.setOperand(1, days);
      call.setOperator(function("DATE_PLUS_DAYS"));
    }
  }

  private static boolean isOperand(SqlNode node) {
    return !(node instanceof SqlIntervalLiteral) && node.getKind() != SqlKind.ROW;
  }

  private static boolean isDate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private static ScalarFunction function(String name) {
    return Objects.requireNonNull(FunctionTable.find(name), name);
  }
}

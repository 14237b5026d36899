package io.mosql.sql.planner.expression;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.validate.SqlMonotonicity;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * The product of an interval and a number. Calcite's own operator treats every constant factor as a
 * number in its monotonicity check. Stateless.
 */
public final class IntervalMultiplyOperator extends SqlBinaryOperator {
  public static final IntervalMultiplyOperator INSTANCE = new IntervalMultiplyOperator();

  private static final int PRECEDENCE = 60;

  private IntervalMultiplyOperator() {
    super(
        "*",
        SqlKind.TIMES,
        PRECEDENCE,
        true,
        ReturnTypes.ARG0_INTERVAL_NULLABLE,
        null,
        OperandTypes.INTERVAL_NUMERIC);
  }

  /** Skips the lookup of an operator by name, which would find Calcite's operator. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    for (SqlNode operand : call.getOperandList()) {
      validator.deriveType(scope, operand);
    }
    return validateOperands(validator, scope, call);
  }

  @Override
  public SqlMonotonicity getMonotonicity(SqlOperatorBinding call) {
    return SqlMonotonicity.NOT_MONOTONIC;
  }
}

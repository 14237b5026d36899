package io.mosql.sql.planner.validate;

import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Resolves the JSONB operators that share their symbol with other operators: {@code ||} and {@code
 * -}. The operator of such a call is replaced by a function when the types of its operands are
 * known. Pure.
 */
final class JsonOperators {
  /** Types that JSONB is cast to, besides texts. */
  private static final Set<SqlTypeName> SCALARS =
      Set.of(
          SqlTypeName.BOOLEAN,
          SqlTypeName.SMALLINT,
          SqlTypeName.INTEGER,
          SqlTypeName.BIGINT,
          SqlTypeName.DECIMAL,
          SqlTypeName.REAL,
          SqlTypeName.FLOAT,
          SqlTypeName.DOUBLE);

  private JsonOperators() {}

  static void resolve(SqlValidator validator, SqlValidatorScope scope, SqlNode node) {
    if (!(node instanceof SqlBasicCall call) || call.operandCount() != 2) {
      return;
    }
    if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)) {
      if (isJsonb(validator, scope, call.operand(0))
          || isJsonb(validator, scope, call.operand(1))) {
        call.setOperator(function("JSONB_CONCAT"));
      }
    } else if (call.getKind() == SqlKind.MINUS) {
      if (isJsonb(validator, scope, call.operand(0))) {
        call.setOperator(function("JSONB_DELETE"));
      }
    } else if (call.getKind() == SqlKind.CAST
        && call.operand(1) instanceof SqlDataTypeSpec
        && !(call.operand(0) instanceof SqlDynamicParam)
        && isArray(validator, scope, call)) {
      ArrayOperators.checkCast(
          validator.deriveType(scope, call.operand(0)),
          validator.deriveType(scope, call.operand(1)),
          call);
    } else if (call.getKind() == SqlKind.CAST && isJsonb(validator, scope, call.operand(0))) {
      RelDataType type = validator.deriveType(scope, call.operand(1));
      if (!SqlTypeUtil.isCharacter(type)
          && !SCALARS.contains(type.getSqlTypeName())
          && !JsonbType.is(type)) {
        throw PlanErrors.at(SqlErrorMessage.CANNOT_CAST_JSONB, call.getParserPosition(), type);
      }
    }
  }

  private static boolean isArray(SqlValidator validator, SqlValidatorScope scope, SqlCall cast) {
    return cast.operand(0).getKind() != SqlKind.ROW
        && (ArrayType.is(validator.deriveType(scope, cast.operand(1)))
            || ArrayType.is(validator.deriveType(scope, cast.operand(0))));
  }

  private static boolean isJsonb(SqlValidator validator, SqlValidatorScope scope, SqlNode node) {
    return node.getKind() != SqlKind.INTERVAL_QUALIFIER
        && node.getKind() != SqlKind.ROW
        && JsonbType.is(validator.deriveType(scope, node));
  }

  private static SqlOperator function(String name) {
    return Objects.requireNonNull(FunctionTable.find(name), name);
  }
}

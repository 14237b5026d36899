package io.mosql.sql.planner;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;

/**
 * Says among the keys of PARTITION BY that the frame counts GROUPS, which windows of Calcite's have
 * no place for; to Calcite it counts ROWS. Nobody can write it, and nothing evaluates it.
 */
final class GroupsMark extends SqlFunction {
  static final GroupsMark INSTANCE = new GroupsMark();

  private GroupsMark() {
    super(
        "GROUPS",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN_NOT_NULL,
        null,
        OperandTypes.NILADIC,
        SqlFunctionCategory.SYSTEM);
  }

  static boolean is(RexNode key) {
    return key instanceof RexCall call && call.getOperator().equals(INSTANCE);
  }

  /** It is in no list of functions. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return validator.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN);
  }
}

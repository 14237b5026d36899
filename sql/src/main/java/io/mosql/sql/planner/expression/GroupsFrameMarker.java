package io.mosql.sql.planner.expression;

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
 * Marks a window frame in GROUPS mode by a call among the keys of PARTITION BY, as Calcite's
 * windows know only ROWS and RANGE; to Calcite the frame counts ROWS. Statements cannot contain the
 * call, and it is never evaluated.
 */
public final class GroupsFrameMarker extends SqlFunction {
  public static final GroupsFrameMarker INSTANCE = new GroupsFrameMarker();

  private GroupsFrameMarker() {
    super(
        "GROUPS",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN_NOT_NULL,
        null,
        OperandTypes.NILADIC,
        SqlFunctionCategory.SYSTEM);
  }

  public static boolean is(RexNode key) {
    return key instanceof RexCall call && call.getOperator().equals(INSTANCE);
  }

  /** It is not in the operator table. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return validator.getTypeFactory().createSqlType(SqlTypeName.BOOLEAN);
  }
}

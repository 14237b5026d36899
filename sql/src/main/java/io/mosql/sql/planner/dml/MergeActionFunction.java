package io.mosql.sql.planner.dml;

import io.mosql.sql.algebra.MergeWhenClause;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * The function {@code merge_action()} in the RETURNING of a MERGE: the action performed on the row.
 * The planner replaces it by a literal in the RETURNING list of each WHEN clause, so it is never
 * evaluated; elsewhere it is unknown.
 */
final class MergeActionFunction extends SqlFunction {
  private static final String NAME = "MERGE_ACTION";
  private static final MergeActionFunction INSTANCE = new MergeActionFunction();

  private MergeActionFunction() {
    super(
        NAME,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.VARCHAR,
        null,
        OperandTypes.NILADIC,
        SqlFunctionCategory.SYSTEM);
  }

  /** Returns the items of RETURNING with this function in place of calls by its name. */
  static List<SqlNode> resolve(List<SqlNode> items) {
    List<SqlNode> known = new ArrayList<>();
    for (SqlNode item : items) {
      SqlNode with =
          item.accept(
              new SqlShuttle() {
                @Override
                public @Nullable SqlNode visit(SqlCall call) {
                  return call.getOperator() instanceof SqlFunction function
                          && function.getName().equalsIgnoreCase(NAME)
                          && call.operandCount() == 0
                      ? INSTANCE.createCall(call.getParserPosition())
                      : super.visit(call);
                }
              });
      known.add(with == null ? item : with);
    }
    return known;
  }

  /** Returns the expressions with the name of an action in place of calls. */
  static List<RexNode> substitute(
      MergeWhenClause.Action action, List<RexNode> returning, RexBuilder rex) {
    return new RexShuttle() {
      @Override
      public RexNode visitCall(RexCall call) {
        return call.getOperator().equals(INSTANCE)
            ? rex.makeLiteral(action.name(), call.getType(), false)
            : super.visitCall(call);
      }
    }.visitList(returning);
  }

  /** It is not in the operator table. */
  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    return validator.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
  }

  /** It differs from row to row. */
  @Override
  public boolean isDeterministic() {
    return false;
  }
}

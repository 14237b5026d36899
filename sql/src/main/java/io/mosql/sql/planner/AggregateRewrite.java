package io.mosql.sql.planner;

import io.mosql.core.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Calls of aggregate functions in the forms that {@link AggregateFunctions} has them in: an order
 * is always outside, in WITHIN GROUP. Pure.
 */
final class AggregateRewrite {
  private AggregateRewrite() {}

  static boolean concerns(SqlKind kind) {
    return kind == SqlKind.GROUP_CONCAT
        || kind == SqlKind.STRING_AGG
        || kind == SqlKind.WITHIN_GROUP;
  }

  static SqlNode rewrite(SqlCall call) {
    return call.getKind() == SqlKind.WITHIN_GROUP ? ordered(call) : joinedText(call);
  }

  private static SqlOperator function(SqlCall call) {
    return Objects.requireNonNull(
        AggregateFunctions.find(call.getOperator().getName().toUpperCase(Locale.ROOT)));
  }

  /**
   * STRING_AGG and GROUP_CONCAT as functions of a text and a separator whose order is outside:
   * WITHIN GROUP. Several expressions of GROUP_CONCAT are one text, its separator is a comma.
   */
  private static SqlNode joinedText(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    boolean group = call.getKind() == SqlKind.GROUP_CONCAT;
    List<SqlNode> values = new ArrayList<>();
    SqlNodeList order = null;
    SqlNode separator = group ? SqlLiteral.createCharString(",", pos) : null;
    for (SqlNode operand : call.getOperandList()) {
      if (operand instanceof SqlNodeList list) {
        order = list;
      } else if (operand.getKind() == SqlKind.SEPARATOR) {
        separator = ((SqlCall) operand).operand(0);
      } else {
        values.add(operand);
      }
    }
    if (group && values.size() > 1) {
      values = List.of(together(pos, values));
    }
    List<SqlNode> operands = new ArrayList<>(values);
    if (separator != null) {
      operands.add(separator);
    }
    SqlNode made = function(call).createCall(call.getFunctionQuantifier(), pos, operands);
    return order == null ? made : SqlStdOperatorTable.WITHIN_GROUP.createCall(pos, made, order);
  }

  /** The texts of several values, one after the other; NULL when one is. */
  private static SqlNode together(SqlParserPos pos, List<SqlNode> values) {
    SqlDataTypeSpec text =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, pos), pos);
    return values.stream()
        .map(value -> (SqlNode) SqlStdOperatorTable.CAST.createCall(pos, value, text))
        .reduce((a, b) -> SqlStdOperatorTable.CONCAT.createCall(pos, a, b))
        .orElseThrow();
  }

  /** What the values of an ordered-set function are is its last operand, too. */
  private static SqlNode ordered(SqlCall call) {
    SqlCall inner = call.operand(0);
    String name = inner.getOperator().getName().toUpperCase(Locale.ROOT);
    if (!AggregateFunctions.ORDERED_SETS.contains(name)) {
      return call;
    }
    SqlParserPos pos = inner.getParserPosition();
    SqlNodeList order = call.operand(1);
    if (order.size() != 1) {
      throw PlanErrors.at(
          SqlState.UNDEFINED_FUNCTION, name + " orders by exactly one expression", pos);
    }
    List<SqlNode> operands = new ArrayList<>(inner.getOperandList());
    for (SqlNode direct : operands) {
      if (!isConstant(direct)) {
        throw PlanErrors.at(
            SqlState.GROUPING_ERROR, "the argument of " + name + " must be a constant", pos);
      }
    }
    operands.add(TreeRewrite.copy(value(order.get(0))));
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        call.getParserPosition(), function(inner).createCall(pos, operands), order);
  }

  private static SqlNode value(SqlNode key) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> value(((SqlCall) key).operand(0));
      default -> key;
    };
  }

  private static boolean isConstant(SqlNode node) {
    boolean[] constant = {true};
    node.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlIdentifier id) {
            constant[0] = false;
            return null;
          }
        });
    return constant[0];
  }
}

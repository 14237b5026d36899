package io.mosql.sql.planner.rewrite;

import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.AggregateFunctions;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlNameMatchers;

/**
 * Rewrites calls of aggregate functions into the forms of {@link AggregateFunctions}: an ORDER BY
 * always becomes WITHIN GROUP. Pure.
 */
final class AggregateRewrite {
  private AggregateRewrite() {}

  static boolean appliesTo(SqlKind kind) {
    return kind == SqlKind.GROUP_CONCAT
        || kind == SqlKind.STRING_AGG
        || kind == SqlKind.ARRAY_AGG
        || kind == SqlKind.WITHIN_GROUP;
  }

  static SqlNode rewrite(SqlCall call) {
    return call.getKind() == SqlKind.WITHIN_GROUP ? ordered(call) : stringAgg(call);
  }

  private static SqlOperator function(SqlCall call) {
    return Objects.requireNonNull(
        AggregateFunctions.find(call.getOperator().getName().toUpperCase(Locale.ROOT)));
  }

  /**
   * Rewrites ARRAY_AGG, STRING_AGG and GROUP_CONCAT, the latter with a separator, with the order in
   * WITHIN GROUP. Several expressions of GROUP_CONCAT are concatenated; its default separator is a
   * comma.
   */
  private static SqlNode stringAgg(SqlCall call) {
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
      values = List.of(concatenated(pos, values));
    }
    List<SqlNode> operands = new ArrayList<>(values);
    if (separator != null) {
      operands.add(separator);
    }
    SqlNode made = function(call).createCall(call.getFunctionQuantifier(), pos, operands);
    return order == null
        ? made
        : SqlStdOperatorTable.WITHIN_GROUP.createCall(pos, made, withNulls(order));
  }

  /** Concatenates the texts of several values; the result is NULL when one of them is. */
  private static SqlNode concatenated(SqlParserPos pos, List<SqlNode> values) {
    SqlDataTypeSpec text =
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, pos), pos);
    return values.stream()
        .map(value -> (SqlNode) SqlStdOperatorTable.CAST.createCall(pos, value, text))
        .reduce((a, b) -> SqlStdOperatorTable.CONCAT.createCall(pos, a, b))
        .orElseThrow();
  }

  /** Repeats the sort value of an ordered-set function as its last operand. */
  private static SqlNode ordered(SqlCall call) {
    SqlCall inner = call.operand(0);
    String name = inner.getOperator().getName().toUpperCase(Locale.ROOT);
    SqlOperator hypothetical = AggregateFunctions.hypothetical(name);
    if (hypothetical != null) {
      return hypothetical(call, inner, hypothetical);
    }
    if (!AggregateFunctions.ORDERED_SETS.contains(name)) {
      return SqlStdOperatorTable.WITHIN_GROUP.createCall(
          call.getParserPosition(), inner, withNulls(call.operand(1)));
    }
    SqlParserPos pos = inner.getParserPosition();
    SqlNodeList order = call.operand(1);
    if (order.size() != 1) {
      throw PlanErrors.at(SqlErrorMessage.WITHIN_GROUP_ORDER, pos, name);
    }
    List<SqlNode> operands = directOperands(inner);
    operands.add(SyntaxTreeRewrite.copy(value(order.get(0))));
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        call.getParserPosition(), function(inner).createCall(pos, operands), order);
  }

  /** Repeats the sort values behind those of the row whose place is asked for. */
  private static SqlNode hypothetical(SqlCall call, SqlCall inner, SqlOperator function) {
    SqlNodeList order = call.operand(1);
    List<SqlNode> operands = directOperands(inner);
    if (operands.size() != order.size()) {
      throw PlanErrors.at(
          SqlErrorMessage.HYPOTHETICAL_ARGUMENTS,
          inner.getParserPosition(),
          inner.getOperator().getName().toLowerCase(Locale.ROOT),
          operands.size(),
          order.size());
    }
    for (SqlNode key : order) {
      operands.add(SyntaxTreeRewrite.copy(value(key)));
    }
    return SqlStdOperatorTable.WITHIN_GROUP.createCall(
        call.getParserPosition(),
        function.createCall(inner.getParserPosition(), operands),
        withNulls(order));
  }

  private static List<SqlNode> directOperands(SqlCall call) {
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    for (SqlNode direct : operands) {
      if (SqlNodeFinder.hasName(direct, name -> true)) {
        throw PlanErrors.at(
            SqlErrorMessage.ARGUMENT_NOT_CONSTANT,
            call.getParserPosition(),
            call.getOperator().getName().toUpperCase(Locale.ROOT));
      }
    }
    return operands;
  }

  /**
   * Rewrites an aggregate with a FILTER so that its arguments are evaluated only for rows that pass
   * the filter, for example {@code sum(10 / n) FILTER (WHERE n > 0)}.
   */
  static SqlNode withFilteredArguments(SqlCall filter) {
    SqlNode condition = filter.operand(1);
    SqlCall aggregate = filter.operand(0);
    if (isVolatile(condition)) {
      // a volatile condition would be evaluated twice with different results
      return filter;
    }
    SqlNode guarded;
    if (aggregate.getKind() == SqlKind.WITHIN_GROUP) {
      SqlNodeList order = aggregate.operand(1);
      List<SqlNode> keys = new ArrayList<>();
      for (SqlNode key : order) {
        keys.add(filteredKey(key, condition));
      }
      guarded =
          aggregate
              .getOperator()
              .createCall(
                  aggregate.getParserPosition(),
                  filteredArguments(aggregate.operand(0), condition),
                  new SqlNodeList(keys, order.getParserPosition()));
    } else {
      guarded = filteredArguments(aggregate, condition);
    }
    return filter.getOperator().createCall(filter.getParserPosition(), guarded, condition);
  }

  private static SqlNode filteredArguments(SqlCall aggregate, SqlNode condition) {
    List<SqlNode> arguments = new ArrayList<>();
    for (SqlNode argument : aggregate.getOperandList()) {
      arguments.add(filteredValue(argument, condition));
    }
    return aggregate
        .getOperator()
        .createCall(aggregate.getFunctionQuantifier(), aggregate.getParserPosition(), arguments);
  }

  private static SqlNode filteredKey(SqlNode key, SqlNode condition) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST ->
          ((SqlCall) key)
              .getOperator()
              .createCall(
                  key.getParserPosition(), filteredKey(((SqlCall) key).operand(0), condition));
      default -> filteredValue(key, condition);
    };
  }

  private static SqlNode filteredValue(SqlNode value, SqlNode condition) {
    if (!(value instanceof SqlCall)
        || value.getKind() == SqlKind.ROW
        || !SqlNodeFinder.hasName(value, name -> true) && !isVolatile(value)) {
      return value;
    }
    SqlParserPos pos = value.getParserPosition();
    return SqlCase.createSwitched(
        pos,
        null,
        SqlNodeList.of(SyntaxTreeRewrite.copy(condition)),
        SqlNodeList.of(value),
        SqlLiteral.createNull(pos));
  }

  private static boolean isVolatile(SqlNode node) {
    return contains(node, operator -> !operator.isDeterministic());
  }

  /** Rejects aggregate functions in a clause without rows to aggregate. */
  static void refuse(SqlNode node, String place) {
    if (contains(node, SqlOperator::isAggregator)) {
      throw PlanErrors.at(SqlErrorMessage.AGGREGATE_NOT_ALLOWED, node.getParserPosition(), place);
    }
  }

  /** Whether a call outside of sub-queries has an operator that meets the test. */
  private static boolean contains(SqlNode node, Predicate<SqlOperator> test) {
    return SqlNodeFinder.hasCall(
        node,
        call -> call.getKind() != SqlKind.OVER && operators(call).stream().anyMatch(test),
        call -> call.getKind() != SqlKind.OVER && !call.isA(SqlKind.QUERY));
  }

  /** Returns the operator of a call, and those that its name may be resolved to. */
  private static List<SqlOperator> operators(SqlCall call) {
    List<SqlOperator> operators = new ArrayList<>(List.of(call.getOperator()));
    if (call.getOperator() instanceof SqlFunction function) {
      MosqlOperatorTable.INSTANCE.lookupOperatorOverloads(
          function.getNameAsId(),
          null,
          SqlSyntax.FUNCTION,
          operators,
          SqlNameMatchers.withCaseSensitive(false));
    }
    return operators;
  }

  /**
   * Adds NULLS FIRST or LAST to sort keys, because Calcite does not apply its default to this ORDER
   * BY.
   */
  private static SqlNodeList withNulls(SqlNodeList order) {
    List<SqlNode> keys = new ArrayList<>();
    for (SqlNode key : order) {
      SqlParserPos pos = key.getParserPosition();
      keys.add(
          switch (key.getKind()) {
            case NULLS_FIRST, NULLS_LAST -> key;
            case DESCENDING -> SqlStdOperatorTable.NULLS_LAST.createCall(pos, key);
            default -> SqlStdOperatorTable.NULLS_FIRST.createCall(pos, key);
          });
    }
    return new SqlNodeList(keys, order.getParserPosition());
  }

  private static SqlNode value(SqlNode key) {
    return switch (key.getKind()) {
      case DESCENDING, NULLS_FIRST, NULLS_LAST -> value(((SqlCall) key).operand(0));
      default -> key;
    };
  }
}

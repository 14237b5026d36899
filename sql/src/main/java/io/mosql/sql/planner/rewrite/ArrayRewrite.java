package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Rewrites array constructors that are used as rows or as a list: {@code UNNEST(ARRAY[..])} becomes
 * VALUES, {@code x = ANY (ARRAY[..])} becomes comparisons with each element. Pure.
 */
final class ArrayRewrite {
  private static final String NAME = "unnest";
  private static final String ORDINALITY = "ordinality";

  private ArrayRewrite() {}

  /** Rewrites UNNEST, with or without an alias, into VALUES; returns other calls unchanged. */
  static SqlCall rows(SqlCall call) {
    if (call.getKind() == SqlKind.UNNEST) {
      return named(call, new SqlIdentifier(NAME, call.getParserPosition()), List.of(), call);
    }
    if (call.getKind() == SqlKind.AS && call.operand(0).getKind() == SqlKind.UNNEST) {
      List<SqlNode> operands = call.getOperandList();
      return named(
          call.operand(0),
          (SqlIdentifier) operands.get(1),
          operands.subList(2, operands.size()),
          call);
    }
    return call;
  }

  private static SqlCall named(
      SqlCall unnest, SqlIdentifier alias, List<SqlNode> given, SqlCall whole) {
    List<List<SqlNode>> arrays = new ArrayList<>();
    for (SqlNode operand : unnest.getOperandList()) {
      arrays.add(elements(operand));
    }
    boolean numbered = ((SqlUnnestOperator) unnest.getOperator()).withOrdinality;
    SqlParserPos pos = unnest.getParserPosition();
    List<SqlNode> operands = new ArrayList<>();
    SqlNode values = values(arrays, numbered, pos);
    operands.add(
        refersToColumns(values) ? SqlStdOperatorTable.LATERAL.createCall(pos, values) : values);
    operands.add(alias);
    operands.addAll(given);
    for (int i = given.size(); i < arrays.size() + (numbered ? 1 : 0); i++) {
      String name =
          i == arrays.size()
              ? ORDINALITY
              : arrays.size() == 1 ? alias.getSimple() : i == 0 ? NAME : NAME + (i + 1);
      operands.add(new SqlIdentifier(name, alias.getParserPosition()));
    }
    return SqlStdOperatorTable.AS.createCall(whole.getParserPosition(), operands);
  }

  private static List<SqlNode> elements(SqlNode array) {
    if (array.getKind() != SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
      throw PlanErrors.at(
          CoreErrorMessage.UNSUPPORTED,
          array.getParserPosition(),
          "UNNEST of an expression other than ARRAY[..]");
    }
    return present((SqlCall) array);
  }

  private static List<SqlNode> present(SqlCall array) {
    if (array.operandCount() == 0) {
      throw PlanErrors.at(SqlErrorMessage.EMPTY_ARRAY_TYPE_UNKNOWN, array.getParserPosition());
    }
    return array.getOperandList();
  }

  /**
   * Returns rows of the arrays' elements side by side, with NULL after the end of shorter arrays.
   */
  private static SqlNode values(List<List<SqlNode>> arrays, boolean numbered, SqlParserPos pos) {
    int count = arrays.stream().mapToInt(List::size).max().orElse(0);
    List<SqlNode> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<SqlNode> row = new ArrayList<>();
      for (List<SqlNode> array : arrays) {
        row.add(i < array.size() ? typed(array.get(i), array) : SqlLiteral.createNull(pos));
      }
      if (numbered) {
        row.add(number(i + 1, pos));
      }
      rows.add(SqlStdOperatorTable.ROW.createCall(pos, row));
    }
    return SqlStdOperatorTable.VALUES.createCall(pos, rows);
  }

  /** Gives a parameter the type of another element, which is not evaluated. */
  private static SqlNode typed(SqlNode element, List<SqlNode> array) {
    if (!(element instanceof SqlDynamicParam)) {
      return element;
    }
    SqlParserPos pos = element.getParserPosition();
    return array.stream()
        .filter(other -> !(other instanceof SqlDynamicParam) && !SqlUtil.isNullLiteral(other, true))
        .findFirst()
        .map(
            other ->
                SqlCase.createSwitched(
                    pos,
                    null,
                    SqlNodeList.of(SqlLiteral.createBoolean(true, pos)),
                    SqlNodeList.of(element),
                    SyntaxTreeRewrite.copy(other)))
        .map(SqlNode.class::cast)
        .orElse(element);
  }

  private static SqlNode number(int number, SqlParserPos pos) {
    return SqlStdOperatorTable.CAST.createCall(
        pos,
        SqlLiteral.createExactNumeric(String.valueOf(number), pos),
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, pos), pos));
  }

  static boolean refersToColumns(SqlNode values) {
    boolean[] found = {false};
    values.accept(
        new SqlBasicVisitor<Void>() {
          @Override
          public Void visit(SqlIdentifier id) {
            found[0] = true;
            return null;
          }
        });
    return found[0];
  }

  /**
   * Rewrites {@code x = ANY (ARRAY[..])} and similar predicates; not sub-queries and plain lists.
   */
  static SqlNode quantified(SqlCall call) {
    if (!(call.getOperator() instanceof SqlQuantifyOperator operator)) {
      return call;
    }
    if (!(call.operand(1) instanceof SqlNodeList list)) {
      SqlNode query = call.operand(1);
      if (query.isA(SqlKind.QUERY)
          && !(query instanceof SqlSelect || query instanceof SqlOrderBy)) {
        // Calcite adds casts only to the outputs of a SELECT
        call.setOperand(1, SyntaxTreeRewrite.allOf(query, query.getParserPosition()));
      }
      return call;
    }
    SqlNode array = list.size() == 1 ? list.get(0) : list;
    SqlParserPos pos = call.getParserPosition();
    if (array.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR) {
      return operator.createCall(pos, call.operand(0), ((SqlCall) array).operand(0));
    }
    if (array.getKind() != SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
      return call;
    }
    SqlOperator comparison = comparison(operator.comparisonKind);
    List<SqlNode> comparisons = new ArrayList<>();
    for (SqlNode element : present((SqlCall) array)) {
      comparisons.add(
          comparison.createCall(
              element.getParserPosition(), SyntaxTreeRewrite.copy(call.operand(0)), element));
    }
    SqlOperator together =
        operator.getKind() == SqlKind.ALL ? SqlStdOperatorTable.AND : SqlStdOperatorTable.OR;
    return SyntaxTreeRewrite.balanced(together, comparisons, 0, comparisons.size(), pos);
  }

  private static SqlOperator comparison(SqlKind kind) {
    return Stream.of(
            SqlStdOperatorTable.EQUALS,
            SqlStdOperatorTable.NOT_EQUALS,
            SqlStdOperatorTable.LESS_THAN,
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            SqlStdOperatorTable.GREATER_THAN,
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL)
        .filter(operator -> operator.getKind() == kind)
        .findAny()
        .orElseThrow();
  }
}

package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Rewrites predicates over row constructors into predicates over their values: comparisons, {@code
 * IS [NOT] DISTINCT FROM}, {@code IS [NOT] NULL} and BETWEEN. Rows may be nested. Pure.
 */
final class RowComparisonRewrite {
  private RowComparisonRewrite() {}

  /** Whether a predicate has row operands. */
  static boolean appliesTo(SqlCall call) {
    return switch (call.getKind()) {
      case EQUALS, NOT_EQUALS, LESS_THAN, LESS_THAN_OR_EQUAL, GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          call.operandCount() == 2 && isRow(call.operand(0)) && isRow(call.operand(1));
      case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM -> {
        SqlNode left = call.operand(0);
        SqlNode right = call.operand(1);
        yield isRow(left) && (isRow(right) || isNull(right)) || isNull(left) && isRow(right);
      }
      case IS_NULL, IS_NOT_NULL -> isRow(call.operand(0));
      case BETWEEN -> call.getOperandList().stream().allMatch(RowComparisonRewrite::isRow);
      default -> false;
    };
  }

  static SqlNode rewrite(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return switch (call.getKind()) {
      case IS_NULL, IS_NOT_NULL -> nulls(call);
      case BETWEEN -> between(call);
      case IS_DISTINCT_FROM, IS_NOT_DISTINCT_FROM ->
          isRow(call.operand(0)) && isRow(call.operand(1))
              ? compared(call.getOperator(), call.operand(0), call.operand(1), pos)
              : besideNull(call);
      default -> compared(call.getOperator(), call.operand(0), call.operand(1), pos);
    };
  }

  private static boolean isRow(SqlNode node) {
    return node.getKind() == SqlKind.ROW;
  }

  private static boolean isNull(SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getValue() == null;
  }

  /** Returns the equality of two values or rows. */
  static SqlNode equal(SqlNode left, SqlNode right) {
    return compared(SqlStdOperatorTable.EQUALS, left, right, right.getParserPosition());
  }

  private static SqlNode compared(
      SqlOperator operator, SqlNode left, SqlNode right, SqlParserPos pos) {
    if (!isRow(left) && !isRow(right)) {
      return operator.createCall(pos, left, right);
    }
    List<SqlNode> lefts = parts(left);
    List<SqlNode> rights = parts(right);
    if (lefts.size() != rights.size()) {
      throw PlanErrors.at(SqlErrorMessage.ROW_LENGTHS_DIFFER, pos);
    }
    return switch (operator.getKind()) {
      case EQUALS -> all(SqlStdOperatorTable.EQUALS, lefts, rights, pos);
      case NOT_EQUALS ->
          SqlStdOperatorTable.NOT.createCall(
              pos, all(SqlStdOperatorTable.EQUALS, lefts, rights, pos));
      case IS_NOT_DISTINCT_FROM -> all(operator, lefts, rights, pos);
      case IS_DISTINCT_FROM ->
          SqlStdOperatorTable.NOT.createCall(
              pos, all(SqlStdOperatorTable.IS_NOT_DISTINCT_FROM, lefts, rights, pos));
      case LESS_THAN, LESS_THAN_OR_EQUAL ->
          ordered(lefts, rights, SqlStdOperatorTable.LESS_THAN, operator, pos);
      case GREATER_THAN, GREATER_THAN_OR_EQUAL ->
          ordered(lefts, rights, SqlStdOperatorTable.GREATER_THAN, operator, pos);
      default ->
          throw PlanErrors.at(CoreErrorMessage.UNSUPPORTED, pos, "rows in " + operator.getKind());
    };
  }

  private static List<SqlNode> parts(SqlNode node) {
    return isRow(node) ? ((SqlCall) node).getOperandList() : List.of(node);
  }

  private static SqlNode all(
      SqlOperator operator, List<SqlNode> lefts, List<SqlNode> rights, SqlParserPos pos) {
    List<SqlNode> pairs = new ArrayList<>();
    for (int i = 0; i < lefts.size(); i++) {
      pairs.add(compared(operator, lefts.get(i), rights.get(i), rights.get(i).getParserPosition()));
    }
    return SyntaxTreeRewrite.balanced(SqlStdOperatorTable.AND, pairs, 0, pairs.size(), pos);
  }

  /**
   * Returns an ordering comparison: the first pair of different values decides, the last by the
   * operator.
   */
  private static SqlNode ordered(
      List<SqlNode> lefts,
      List<SqlNode> rights,
      SqlOperator strict,
      SqlOperator last,
      SqlParserPos pos) {
    int i = lefts.size() - 1;
    SqlNode result = compared(last, lefts.get(i), rights.get(i), pos);
    while (--i >= 0) {
      SqlNode equal =
          compared(
              SqlStdOperatorTable.EQUALS,
              SyntaxTreeRewrite.copy(lefts.get(i)),
              SyntaxTreeRewrite.copy(rights.get(i)),
              pos);
      result =
          SqlStdOperatorTable.OR.createCall(
              pos,
              compared(strict, lefts.get(i), rights.get(i), pos),
              SqlStdOperatorTable.AND.createCall(pos, equal, result));
    }
    return result;
  }

  /**
   * Rewrites IS [NOT] NULL of a row into tests of all its values; a nested row is never NULL
   * itself.
   */
  private static SqlNode nulls(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> tests = new ArrayList<>();
    for (SqlNode part : parts(call.operand(0))) {
      tests.add(
          isRow(part)
              ? decided((SqlCall) part, call.getKind() == SqlKind.IS_NOT_NULL)
              : call.getOperator().createCall(pos, part));
    }
    return SyntaxTreeRewrite.balanced(SqlStdOperatorTable.AND, tests, 0, tests.size(), pos);
  }

  /** Compares a row with NULL: a row is never NULL itself, even if all its values are. */
  private static SqlNode besideNull(SqlCall call) {
    SqlNode row = isRow(call.operand(0)) ? call.operand(0) : call.operand(1);
    return decided((SqlCall) row, call.getKind() == SqlKind.IS_DISTINCT_FROM);
  }

  /** Returns a constant truth value that contains the row's values, so that they are validated. */
  private static SqlNode decided(SqlCall row, boolean truth) {
    SqlParserPos pos = row.getParserPosition();
    SqlNode known = SqlLiteral.createBoolean(truth, pos);
    List<SqlNode> tests = new ArrayList<>();
    for (SqlNode part : row.getOperandList()) {
      tests.add(
          isRow(part)
              ? decided((SqlCall) part, true)
              : SqlStdOperatorTable.IS_NULL.createCall(pos, part));
    }
    SqlNode looked =
        SyntaxTreeRewrite.balanced(SqlStdOperatorTable.AND, tests, 0, tests.size(), pos);
    return (truth ? SqlStdOperatorTable.OR : SqlStdOperatorTable.AND)
        .createCall(pos, known, looked);
  }

  private static SqlNode between(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    boolean symmetric = call.getOperator().equals(SqlStdOperatorTable.SYMMETRIC_BETWEEN);
    boolean negated =
        call.getOperator().equals(SqlStdOperatorTable.NOT_BETWEEN)
            || call.getOperator().equals(SqlStdOperatorTable.SYMMETRIC_NOT_BETWEEN);
    symmetric |= call.getOperator().equals(SqlStdOperatorTable.SYMMETRIC_NOT_BETWEEN);
    SqlNode value = call.operand(0);
    SqlNode low = call.operand(1);
    SqlNode high = call.operand(2);
    SqlNode within = within(value, low, high, pos);
    if (symmetric) {
      SqlNode swapped =
          within(
              SyntaxTreeRewrite.copy(value),
              SyntaxTreeRewrite.copy(high),
              SyntaxTreeRewrite.copy(low),
              pos);
      within = SqlStdOperatorTable.OR.createCall(pos, within, swapped);
    }
    return negated ? SqlStdOperatorTable.NOT.createCall(pos, within) : within;
  }

  private static SqlNode within(SqlNode value, SqlNode low, SqlNode high, SqlParserPos pos) {
    return SqlStdOperatorTable.AND.createCall(
        pos,
        compared(
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL, SyntaxTreeRewrite.copy(value), low, pos),
        compared(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, value, high, pos));
  }
}

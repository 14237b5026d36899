package io.mosql.sql.parser.impl;

import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Creates the CHECK conditions that MySQL's types imply for a column. Pure. */
final class ImpliedChecks {
  private ImpliedChecks() {}

  /** A condition on a column's values. */
  @FunctionalInterface
  interface ImpliedCheck {
    SqlNode on(SqlIdentifier column);
  }

  static ImpliedCheck atLeast(long low) {
    return column ->
        SqlStdOperatorTable.GREATER_THAN_OR_EQUAL.createCall(
            SqlParserPos.ZERO, column, number(low));
  }

  static ImpliedCheck between(long low, long high) {
    return column ->
        SqlStdOperatorTable.AND.createCall(
            SqlParserPos.ZERO,
            atLeast(low).on(column),
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(
                SqlParserPos.ZERO, column, number(high)));
  }

  /** A condition that the value is this number or meets another condition. */
  static ImpliedCheck either(long value, ImpliedCheck other) {
    return column ->
        SqlStdOperatorTable.OR.createCall(
            SqlParserPos.ZERO,
            SqlStdOperatorTable.EQUALS.createCall(SqlParserPos.ZERO, column, number(value)),
            other.on(column));
  }

  static ImpliedCheck oneOf(List<String> texts) {
    return column ->
        SqlStdOperatorTable.IN.createCall(
            SqlParserPos.ZERO,
            column,
            new SqlNodeList(
                texts.stream()
                    .map(text -> (SqlNode) SqlLiteral.createCharString(text, SqlParserPos.ZERO))
                    .toList(),
                SqlParserPos.ZERO));
  }

  /** A condition that the value is a JSON text. */
  static ImpliedCheck json() {
    return column ->
        new SqlUnresolvedFunction(
                new SqlIdentifier("json_valid", SqlParserPos.ZERO),
                null,
                null,
                null,
                null,
                SqlFunctionCategory.USER_DEFINED_FUNCTION)
            .createCall(SqlParserPos.ZERO, column);
  }

  private static SqlNode number(long value) {
    return SqlLiteral.createExactNumeric(
        BigDecimal.valueOf(value).toPlainString(), SqlParserPos.ZERO);
  }
}

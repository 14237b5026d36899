package io.mosql.sql.planner.rewrite;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Rewrites the comparison of a row with a sub-query, {@code (a, b) = (SELECT x, y ..)}: the
 * sub-query becomes a row of sub-queries, one for each column. An empty result is a row of NULLs;
 * more than one row is an error. Pure.
 */
final class RowSubQueryRewrite {
  private static final String ALIAS = "$row";

  private static final Set<SqlKind> COMPARISONS =
      EnumSet.of(
          SqlKind.EQUALS,
          SqlKind.NOT_EQUALS,
          SqlKind.LESS_THAN,
          SqlKind.LESS_THAN_OR_EQUAL,
          SqlKind.GREATER_THAN,
          SqlKind.GREATER_THAN_OR_EQUAL);

  private RowSubQueryRewrite() {}

  /** Whether a comparison has a row and a query as operands. */
  static boolean isIn(SqlCall comparison) {
    if (!COMPARISONS.contains(comparison.getKind())) {
      return false;
    }
    SqlNode left = comparison.operand(0);
    SqlNode right = comparison.operand(1);
    return left.getKind() == SqlKind.ROW && right.isA(SqlKind.QUERY)
        || right.getKind() == SqlKind.ROW && left.isA(SqlKind.QUERY);
  }

  /** Returns the comparison of two rows. */
  static SqlCall expand(SqlCall comparison) {
    SqlNode left = comparison.operand(0);
    SqlNode right = comparison.operand(1);
    boolean queryFirst = left.isA(SqlKind.QUERY);
    SqlNode query = queryFirst ? left : right;
    SqlNode row = queryFirst ? right : left;
    SqlNode spread = columns(query, ((SqlCall) row).operandCount());
    return comparison
        .getOperator()
        .createCall(
            comparison.getParserPosition(), queryFirst ? spread : row, queryFirst ? row : spread);
  }

  private static SqlNode columns(SqlNode query, int count) {
    SqlParserPos pos = query.getParserPosition();
    List<SqlNode> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<SqlNode> named = new ArrayList<>();
      named.add(i == 0 ? query : SyntaxTreeRewrite.copy(query));
      named.add(new SqlIdentifier(ALIAS, pos));
      for (int j = 0; j < count; j++) {
        named.add(new SqlIdentifier(column(j), pos));
      }
      columns.add(
          PlainSelect.of(
              pos,
              SqlNodeList.of(new SqlIdentifier(List.of(ALIAS, column(i)), pos)),
              SqlStdOperatorTable.AS.createCall(pos, named),
              null));
    }
    return SqlStdOperatorTable.ROW.createCall(pos, columns);
  }

  private static String column(int number) {
    return "$" + number;
  }
}

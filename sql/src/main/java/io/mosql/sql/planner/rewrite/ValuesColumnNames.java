package io.mosql.sql.planner.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Names the columns of VALUES {@code column1}, {@code column2} and so on, as in PostgreSQL, unless
 * there is a column list. Pure.
 */
final class ValuesColumnNames {
  private static final String TABLE = "*VALUES*";

  private ValuesColumnNames() {}

  /** Names the columns of a relation in FROM or of an operand of JOIN. */
  static void nameIn(SqlCall call) {
    if (call instanceof SqlSelect select) {
      SqlNode from = select.getFrom();
      if (from != null) {
        select.setFrom(named(from));
      }
    } else if (call instanceof SqlJoin join) {
      join.setLeft(named(join.getLeft()));
      join.setRight(named(join.getRight()));
    }
  }

  private static SqlNode named(SqlNode source) {
    if (source.getKind() != SqlKind.AS || ((SqlCall) source).operandCount() != 2) {
      return source;
    }
    SqlCall as = (SqlCall) source;
    SqlNode aliased = as.operand(0);
    SqlNode rows = aliased.getKind() == SqlKind.LATERAL ? ((SqlCall) aliased).operand(0) : aliased;
    List<SqlNode> names = names(rows, as.getParserPosition());
    if (names == null) {
      return source;
    }
    List<SqlNode> operands = new ArrayList<>(as.getOperandList());
    operands.addAll(names);
    return SqlStdOperatorTable.AS.createCall(as.getParserPosition(), operands);
  }

  /**
   * Names the columns of a query that is VALUES, or a set operation that begins with it, for the
   * client and for ORDER BY, or of the relation that rows are changed by.
   */
  static SqlNode nameOutputs(SqlNode query) {
    switch (query.getKind()) {
      case UNION, INTERSECT, EXCEPT -> {
        SqlCall operation = (SqlCall) query;
        operation.setOperand(0, nameOutputs(operation.operand(0)));
        return query;
      }
      case ORDER_BY -> {
        SqlOrderBy order = (SqlOrderBy) query;
        SqlNode named = nameOutputs(order.query);
        return named == order.query
            ? query
            : new SqlOrderBy(
                order.getParserPosition(), named, order.orderList, order.offset, order.fetch);
      }
      case WITH -> {
        SqlWith with = (SqlWith) query;
        with.body = nameOutputs(with.body);
        return query;
      }
      case VALUES -> {
        SqlParserPos pos = query.getParserPosition();
        List<SqlNode> names = names(query, pos);
        if (names == null) {
          return query;
        }
        List<SqlNode> operands = new ArrayList<>(List.of(query, new SqlIdentifier(TABLE, pos)));
        operands.addAll(names);
        return SyntaxTreeRewrite.allOf(SqlStdOperatorTable.AS.createCall(pos, operands), pos);
      }
      case AS -> {
        return named(query);
      }
      default -> {
        return query;
      }
    }
  }

  /** Names the columns of a WITH item that is VALUES. */
  static void name(SqlWithItem item) {
    List<SqlNode> names = names(item.query, item.getParserPosition());
    if (item.columnList == null && names != null) {
      item.columnList = new SqlNodeList(names, item.getParserPosition());
    }
  }

  private static @Nullable List<SqlNode> names(SqlNode query, SqlParserPos pos) {
    SqlNode rows = query;
    while (SqlKind.SET_QUERY.contains(rows.getKind()) || rows.getKind() == SqlKind.ORDER_BY) {
      rows = ((SqlCall) rows).operand(0);
    }
    if (rows.getKind() != SqlKind.VALUES
        || !(((SqlCall) rows).operand(0) instanceof SqlCall row)
        || row.getKind() != SqlKind.ROW) {
      return null;
    }
    List<SqlNode> names = new ArrayList<>();
    for (int i = 1; i <= row.operandCount(); i++) {
      names.add(new SqlIdentifier("column" + i, pos));
    }
    return names;
  }
}

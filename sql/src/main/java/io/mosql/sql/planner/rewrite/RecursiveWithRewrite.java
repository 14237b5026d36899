package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** Rewrites WITH RECURSIVE where Calcite's support falls short. */
public final class RecursiveWithRewrite {
  private RecursiveWithRewrite() {}

  /** Casts text literals of the seed to unbounded texts, because the step may make them longer. */
  static void prepare(SqlWithItem item) {
    SqlNode query = item.query instanceof SqlWith with ? with.body : item.query;
    if (item.recursive.booleanValue()
        && query.getKind() == SqlKind.UNION
        && query instanceof SqlCall union) {
      seed(union.operand(0));
    }
  }

  private static void seed(SqlNode query) {
    if (query instanceof SqlSelect select) {
      widen(select.getSelectList());
    } else if (query.getKind() == SqlKind.UNION) {
      ((SqlCall) query).getOperandList().forEach(RecursiveWithRewrite::seed);
    } else if (query.getKind() == SqlKind.VALUES) {
      for (SqlNode row : ((SqlCall) query).getOperandList()) {
        if (row instanceof SqlCall cells && row.getKind() == SqlKind.ROW) {
          for (int i = 0; i < cells.operandCount(); i++) {
            cells.setOperand(i, widened(cells.operand(i)));
          }
        }
      }
    }
  }

  private static void widen(SqlNodeList items) {
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      if (item.getKind() == SqlKind.AS) {
        ((SqlCall) item).setOperand(0, widened(((SqlCall) item).operand(0)));
      } else {
        items.set(i, widened(item));
      }
    }
  }

  private static SqlNode widened(SqlNode node) {
    if (!(node instanceof SqlCharStringLiteral)) {
      return node;
    }
    SqlParserPos pos = node.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        pos, node, new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, pos), pos));
  }

  /** Whether the query contains WITH RECURSIVE. */
  public static boolean in(SqlNode query) {
    return SqlNodeFinder.hasCall(
        query, call -> call instanceof SqlWithItem item && item.recursive.booleanValue());
  }

  /** Returns the error for a column whose type the step changes at each iteration. */
  public static MosqlException growingType(Throwable cause) {
    return SqlErrorMessage.RECURSIVE_TYPES_DIFFER.causedBy(cause);
  }
}

package io.mosql.sql.planner;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * What LATERAL takes beyond Calcite: a function in FROM that sees what stands before it: {@code
 * LATERAL f(t.n)} becomes {@code LATERAL (SELECT * FROM f(t.n))}, which Calcite knows. Behind a
 * comma or JOIN a function with columns among its arguments needs no LATERAL. Pure.
 */
final class Laterals {
  private Laterals() {}

  /** A call as it is before its operands are looked at. */
  static SqlCall rewrite(SqlCall call) {
    if (call instanceof SqlJoin join) {
      SqlJoin spread = spread(join);
      spread.setRight(withLateral(spread.getRight()));
      return spread;
    }
    if (isLateralFunction(call)) {
      return query(call);
    }
    if (call.getKind() != SqlKind.AS || !isLateralFunction(call.operand(0))) {
      return call;
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(0, query(call.operand(0)));
    SqlNode function = ((SqlCall) ((SqlCall) call.operand(0)).operand(0)).operand(0);
    String name = ((SqlCall) function).getOperator().getName();
    if (operands.size() == 2 && GenerateSeries.takesAlias(name)) {
      // the alias names the one column, too
      SqlIdentifier alias = (SqlIdentifier) operands.get(1);
      operands.add(alias.clone(alias.getParserPosition()));
    }
    return SqlStdOperatorTable.AS.createCall(call.getParserPosition(), operands);
  }

  /**
   * Calcite does not let LATERAL within a join see what stands before a comma, and JOIN binds more
   * tightly: {@code a, LATERAL (..) b JOIN c ON ..} becomes {@code (a CROSS JOIN LATERAL (..) b)
   * JOIN c ON ..}, which has the same rows. Joins by names of columns stay, as they would take
   * those of {@code a} as well.
   */
  private static SqlJoin spread(SqlJoin join) {
    boolean each = join.getJoinType() == JoinType.COMMA || join.getJoinType() == JoinType.CROSS;
    if (!each || !(join.getRight() instanceof SqlJoin inner) || !holdsLateral(inner)) {
      return join;
    }
    boolean inOrder =
        switch (inner.getJoinType()) {
          case INNER, CROSS, COMMA, LEFT -> true;
          default -> false;
        };
    if (!inOrder || inner.isNatural() || inner.getConditionType() == JoinConditionType.USING) {
      return join;
    }
    SqlParserPos pos = join.getParserPosition();
    SqlJoin left =
        new SqlJoin(
            pos,
            join.getLeft(),
            SqlLiteral.createBoolean(false, pos),
            JoinType.CROSS.symbol(pos),
            inner.getLeft(),
            JoinConditionType.NONE.symbol(pos),
            null);
    inner.setLeft(spread(left));
    return inner;
  }

  private static boolean holdsLateral(SqlNode relation) {
    if (relation instanceof SqlJoin join) {
      return holdsLateral(join.getLeft()) || holdsLateral(join.getRight());
    }
    return relation.getKind() == SqlKind.AS
        ? holdsLateral(((SqlCall) relation).operand(0))
        : relation.getKind() == SqlKind.LATERAL
            || relation.getKind() == SqlKind.COLLECTION_TABLE
                && ArrayRewrite.refersToColumns(relation);
  }

  private static SqlNode withLateral(SqlNode relation) {
    if (relation.getKind() == SqlKind.COLLECTION_TABLE && ArrayRewrite.refersToColumns(relation)) {
      return SqlStdOperatorTable.LATERAL.createCall(relation.getParserPosition(), relation);
    }
    if (relation.getKind() == SqlKind.AS) {
      SqlCall as = (SqlCall) relation;
      as.setOperand(0, withLateral(as.operand(0)));
    }
    return relation;
  }

  private static boolean isLateralFunction(SqlNode node) {
    return node.getKind() == SqlKind.LATERAL
        && ((SqlCall) node).operand(0).getKind() == SqlKind.COLLECTION_TABLE;
  }

  /** Whether Calcite failed because LATERAL refers to the side of a join that may be missing. */
  static boolean isInOuterJoin(Throwable thrown) {
    return thrown.getMessage() != null && thrown.getMessage().contains("join type");
  }

  static MosqlException inOuterJoin(Throwable cause) {
    return new MosqlException(
        SqlState.INVALID_COLUMN_REFERENCE,
        "LATERAL cannot refer to what stands before it in a RIGHT or FULL join",
        cause);
  }

  private static SqlCall query(SqlNode lateral) {
    SqlNode function = ((SqlCall) lateral).operand(0);
    SqlParserPos pos = function.getParserPosition();
    return SqlStdOperatorTable.LATERAL.createCall(
        pos, PlainSelect.of(pos, SqlNodeList.of(SqlIdentifier.star(pos)), function, null));
  }
}

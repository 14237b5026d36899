package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.GenerateSeriesFunction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Rewrites LATERAL functions in FROM: {@code LATERAL f(t.n)} becomes {@code LATERAL (SELECT * FROM
 * f(t.n))}, which Calcite supports. After a comma or JOIN, LATERAL is optional for a function with
 * columns among its arguments. Pure.
 */
public final class LateralRewrite {
  private LateralRewrite() {}

  /** Rewrites a call before its operands are visited. */
  static SqlCall rewrite(SqlCall call) {
    if (call instanceof SqlJoin join) {
      SqlJoin spread = withLateralPlans(join);
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
    if (operands.size() == 2
        && (GenerateSeriesFunction.takesAlias(name) || FunctionNameRewrite.isScalar(name))) {
      // the alias also names the single column
      SqlIdentifier alias = (SqlIdentifier) operands.get(1);
      operands.add(alias.clone(alias.getParserPosition()));
    }
    return SqlStdOperatorTable.AS.createCall(call.getParserPosition(), operands);
  }

  /**
   * Moves a join with LATERAL on the right side of another join to the left side. In its original
   * place Calcite resolves columns of preceding relations wrongly or not at all, although JOIN
   * binds more tightly than a comma: {@code a, LATERAL (..) b JOIN c ON ..} becomes {@code (a CROSS
   * JOIN LATERAL (..) b) JOIN c ON ..}, which has the same rows, and likewise for {@code a JOIN (b
   * CROSS JOIN LATERAL (..) c) ON ..}. NATURAL and USING joins are not moved, because they would
   * also merge columns of {@code a}.
   */
  private static SqlJoin withLateralPlans(SqlJoin join) {
    if (!(join.getRight() instanceof SqlJoin inner) || !containsLateral(inner)) {
      return join;
    }
    boolean each = join.getJoinType() == JoinType.COMMA || join.getJoinType() == JoinType.CROSS;
    boolean named = inner.isNatural() || inner.getConditionType() == JoinConditionType.USING;
    boolean inOrder =
        switch (inner.getJoinType()) {
          case INNER, CROSS, COMMA ->
              each || isOn(join) && !hasSubQueryCondition(join) && !hasSubQueryCondition(inner);
          case LEFT -> each;
          default -> false;
        };
    if (!inOrder || named) {
      refuseColumns(join.getLeft(), inner);
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
    SqlNode within = inner.getCondition();
    if (within != null) {
      Set<String> hidden = new HashSet<>();
      addNames(join.getLeft(), hidden);
      within = new ScopedJoinCondition(within, hidden).call();
    }
    if (each) {
      inner.setLeft(withLateralPlans(left));
      inner.setOperand(5, within);
      return inner;
    }
    SqlNode on = Objects.requireNonNull(join.getCondition());
    return new SqlJoin(
        pos,
        withLateralPlans(left),
        SqlLiteral.createBoolean(false, pos),
        JoinType.INNER.symbol(pos),
        inner.getRight(),
        JoinConditionType.ON.symbol(pos),
        within == null ? on : SqlStdOperatorTable.AND.createCall(pos, within, on));
  }

  /** Whether the condition contains a sub-query, which a join with LATERAL cannot have. */
  private static boolean hasSubQueryCondition(SqlJoin join) {
    return join.getCondition() != null && SyntaxTreeRewrite.containsQuery(join.getCondition());
  }

  private static boolean isOn(SqlJoin join) {
    return join.getJoinType() == JoinType.INNER
        && !join.isNatural()
        && join.getConditionType() == JoinConditionType.ON;
  }

  /**
   * Rejects a LATERAL that refers to a column of a preceding relation which Calcite would not
   * resolve.
   */
  private static void refuseColumns(SqlNode before, SqlJoin inner) {
    Set<String> names = new HashSet<>();
    addNames(before, names);
    refuseColumns(inner, names, false);
  }

  /**
   * Rejects references within a relation to preceding relations.
   *
   * @param names tables and columns of preceding relations
   * @param within whether the relation follows others in the same join; an unqualified name may
   *     then be one of their columns
   */
  private static void refuseColumns(SqlNode relation, Set<String> names, boolean within) {
    if (relation instanceof SqlJoin join) {
      refuseColumns(join.getLeft(), names, within);
      refuseColumns(join.getRight(), names, true);
      return;
    }
    if (containsLateral(relation)) {
      SqlNode lateral =
          relation.getKind() == SqlKind.AS ? ((SqlCall) relation).operand(0) : relation;
      lateral.accept(
          new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlIdentifier id) {
              int size = id.names.size();
              boolean outer = size > 1 ? names.contains(id.names.get(size - 2)) : within;
              if (outer && !id.isStar()) {
                throw PlanErrors.at(
                    CoreErrorMessage.UNSUPPORTED,
                    id.getParserPosition(),
                    "a LATERAL reference to " + id + " within a join on the right of another one");
              }
              return null;
            }

            @Override
            public Void visit(SqlCall call) {
              if (call instanceof SqlSelect select) {
                if (select.getFrom() != null && !isTable(select.getFrom())) {
                  select.getFrom().accept(this);
                }
                for (SqlNode part : parts(select)) {
                  part.accept(this);
                }
                return null;
              }
              return call.getKind() == SqlKind.AS
                  ? call.operand(0).accept(this)
                  : super.visit(call);
            }
          });
    }
    addNames(relation, names);
  }

  /** Whether the relation is a table, whose name is not a column. */
  private static boolean isTable(SqlNode relation) {
    return relation instanceof SqlIdentifier
        || relation.getKind() == SqlKind.AS && isTable(((SqlCall) relation).operand(0));
  }

  /** Returns all clauses of a query except FROM. */
  private static List<SqlNode> parts(SqlSelect select) {
    List<SqlNode> parts = new ArrayList<>();
    for (SqlNode part : select.getOperandList()) {
      if (part != null && part != select.getFrom()) {
        parts.add(part);
      }
    }
    return parts;
  }

  private static void addNames(SqlNode relation, Set<String> names) {
    if (relation instanceof SqlJoin join) {
      addNames(join.getLeft(), names);
      addNames(join.getRight(), names);
    } else if (relation.getKind() == SqlKind.AS) {
      names.add(((SqlIdentifier) ((SqlCall) relation).operand(1)).getSimple());
    } else if (relation instanceof SqlIdentifier table) {
      names.add(table.names.get(table.names.size() - 1));
    }
  }

  private static boolean containsLateral(SqlNode relation) {
    if (relation instanceof SqlJoin join) {
      return containsLateral(join.getLeft()) || containsLateral(join.getRight());
    }
    return relation.getKind() == SqlKind.AS
        ? containsLateral(((SqlCall) relation).operand(0))
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

  /** Whether Calcite failed because LATERAL refers to the nullable side of an outer join. */
  public static boolean isInOuterJoin(Throwable thrown) {
    return thrown.getMessage() != null && thrown.getMessage().contains("join type");
  }

  public static MosqlException inOuterJoin(Throwable cause) {
    return SqlErrorMessage.LATERAL_REFERENCE_NOT_ALLOWED.causedBy(cause);
  }

  private static SqlCall query(SqlNode lateral) {
    SqlNode function = ((SqlCall) lateral).operand(0);
    SqlParserPos pos = function.getParserPosition();
    return SqlStdOperatorTable.LATERAL.createCall(
        pos, PlainSelect.of(pos, SqlNodeList.of(SqlIdentifier.star(pos)), function, null));
  }
}

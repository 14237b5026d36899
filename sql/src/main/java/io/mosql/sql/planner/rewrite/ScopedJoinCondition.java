package io.mosql.sql.planner.rewrite;

import java.util.HashSet;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A join condition that may refer to only some of the join's tables: those that {@code
 * LateralRewrite} added are out of scope. Until its names are resolved, the syntax tree contains it
 * as a call.
 *
 * @param hidden names of the tables that are out of scope
 */
public record ScopedJoinCondition(SqlNode condition, Set<String> hidden) {
  private static final SqlSpecialOperator OPERATOR =
      new SqlSpecialOperator("PARTIAL_CONDITION", SqlKind.OTHER);

  public static boolean isOne(SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().equals(OPERATOR);
  }

  /** Returns the condition that a call contains. */
  public static ScopedJoinCondition of(SqlNode call) {
    Set<String> hidden = new HashSet<>();
    ((SqlNodeList) ((SqlCall) call).operand(1))
        .forEach(table -> hidden.add(((SqlIdentifier) table).getSimple()));
    return new ScopedJoinCondition(((SqlCall) call).operand(0), hidden);
  }

  SqlNode call() {
    SqlParserPos pos = condition.getParserPosition();
    SqlNodeList tables = new SqlNodeList(pos);
    hidden.forEach(table -> tables.add(new SqlIdentifier(table, pos)));
    return OPERATOR.createCall(pos, condition, tables);
  }
}

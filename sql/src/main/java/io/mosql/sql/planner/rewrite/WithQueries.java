package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * The queries of a WITH: planning those before a DML statement together with the query for its
 * rows, and checking repeated use. Pure.
 */
public final class WithQueries {
  private WithQueries() {}

  /**
   * Rejects a volatile query that is referenced more than once, because it would be executed for
   * each reference.
   */
  static void refuseRepeated(SqlWith with) {
    for (SqlNode node : with.withList) {
      SqlWithItem item = (SqlWithItem) node;
      if (!item.recursive.booleanValue()
          && uses(with, item.name.getSimple()) > 1
          && AggregateRewrite.isVolatileQuery(item.query)) {
        throw PlanErrors.at(
            CoreErrorMessage.UNSUPPORTED,
            item.name.getParserPosition(),
            "several references to volatile WITH query \"" + item.name.getSimple() + "\"");
      }
    }
  }

  /** Counts the references to the name in FROM clauses. */
  private static int uses(SqlNode within, String name) {
    int[] uses = {0};
    within.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call instanceof SqlSelect select) {
              count(select.getFrom());
            }
            return super.visit(call);
          }

          private void count(@Nullable SqlNode from) {
            if (from instanceof SqlIdentifier table) {
              uses[0] += table.isSimple() && table.getSimple().equals(name) ? 1 : 0;
            } else if (from instanceof SqlJoin join) {
              count(join.getLeft());
              count(join.getRight());
            } else if (from != null && from.getKind() == SqlKind.AS) {
              count(((SqlCall) from).operand(0));
            }
          }
        });
    return uses[0];
  }

  /**
   * Adds a WITH list to a query.
   *
   * @param list the parsed list; null for none
   * @param query the rewritten query
   */
  public static SqlNode prependTo(@Nullable SqlNodeList list, SqlNode query) {
    if (list == null) {
      return query;
    }
    SqlNode any =
        PlainSelect.of(
            new SqlNodeList(
                List.of(SqlLiteral.createBoolean(true, SqlParserPos.ZERO)), SqlParserPos.ZERO),
            null,
            null);
    SqlWith rewritten =
        (SqlWith) SyntaxTreeRewrite.rewrite(new SqlWith(list.getParserPosition(), list, any));
    return new SqlWith(list.getParserPosition(), rewritten.withList, query);
  }
}

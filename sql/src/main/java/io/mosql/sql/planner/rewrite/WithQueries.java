package io.mosql.sql.planner.rewrite;

import java.util.List;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Plans the queries of a WITH before a DML statement together with the query for its rows. Pure.
 */
public final class WithQueries {
  private WithQueries() {}

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

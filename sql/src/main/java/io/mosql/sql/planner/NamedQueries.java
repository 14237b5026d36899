package io.mosql.sql.planner;

import java.util.List;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** The WITH before a change of rows, which is planned as that of the query for its rows. Pure. */
final class NamedQueries {
  private NamedQueries() {}

  /**
   * The query behind a WITH.
   *
   * @param list as it was parsed; null for none
   * @param query rewritten already
   */
  static SqlNode before(@Nullable SqlNodeList list, SqlNode query) {
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
        (SqlWith) TreeRewrite.rewrite(new SqlWith(list.getParserPosition(), list, any));
    return new SqlWith(list.getParserPosition(), rewritten.withList, query);
  }
}

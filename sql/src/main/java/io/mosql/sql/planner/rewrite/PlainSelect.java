package io.mosql.sql.planner.rewrite;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Creates SELECT nodes from items, a relation and a condition. Pure. */
public final class PlainSelect {
  private PlainSelect() {}

  /** Creates a SELECT without a position in the statement. */
  public static SqlSelect of(SqlNodeList items, @Nullable SqlNode from, @Nullable SqlNode where) {
    return of(SqlParserPos.ZERO, items, from, where);
  }

  static SqlSelect of(
      SqlParserPos pos, SqlNodeList items, @Nullable SqlNode from, @Nullable SqlNode where) {
    return new SqlSelect(
        pos, null, items, from, where, null, null, null, null, null, null, null, null);
  }
}

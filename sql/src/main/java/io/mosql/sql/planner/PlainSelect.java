package io.mosql.sql.planner;

import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A SELECT that the planner makes: items, a relation, a condition, and nothing else. Pure. */
final class PlainSelect {
  private PlainSelect() {}

  /** One that stands for no place of the statement. */
  static SqlSelect of(SqlNodeList items, @Nullable SqlNode from, @Nullable SqlNode where) {
    return of(SqlParserPos.ZERO, items, from, where);
  }

  static SqlSelect of(
      SqlParserPos pos, SqlNodeList items, @Nullable SqlNode from, @Nullable SqlNode where) {
    return new SqlSelect(
        pos, null, items, from, where, null, null, null, null, null, null, null, null);
  }
}

package io.mosql.sql.planner.dml;

import io.mosql.sql.planner.rewrite.PlainSelect;
import io.mosql.sql.planner.validate.DmlTarget;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The sub-queries that SET assigns to several columns at once. They are joined with the target
 * rows, so that each one is executed once for each row:
 *
 * <pre>
 * .. LEFT JOIN LATERAL (SELECT SINGLE_VALUE(c0), SINGLE_VALUE(c1) FROM (query) AS q (c0, c1)) ON TRUE
 * </pre>
 *
 * This gives NULLs where the query returns no row, and 21000 where it returns several. One per
 * statement.
 */
final class MultiColumnSetQueries {
  private static final String QUERY = DmlTarget.INTERNAL_PREFIX + "query";
  private static final String COLUMN = DmlTarget.INTERNAL_PREFIX + "column";

  private final List<SqlNode> sources = new ArrayList<>();

  /**
   * Adds a sub-query.
   *
   * @param query the rewritten sub-query
   * @return references to its columns, whose number must match
   */
  List<SqlNode> add(SqlNode query, int columns) {
    String name = QUERY + sources.size();
    List<SqlNode> taken = new ArrayList<>();
    List<SqlNode> single = new ArrayList<>();
    List<SqlNode> renamed = new ArrayList<>(List.of(query, id(QUERY)));
    for (int i = 0; i < columns; i++) {
      String column = COLUMN + i;
      renamed.add(id(column));
      SqlNode value =
          SqlStdOperatorTable.SINGLE_VALUE.createCall(SqlParserPos.ZERO, id(QUERY, column));
      single.add(SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, value, id(column)));
      taken.add(new SqlIdentifier(List.of(name, column), query.getParserPosition()));
    }
    SqlNode row =
        PlainSelect.of(
            new SqlNodeList(single, SqlParserPos.ZERO),
            SqlStdOperatorTable.AS.createCall(SqlParserPos.ZERO, renamed),
            null);
    sources.add(
        SqlStdOperatorTable.AS.createCall(
            SqlParserPos.ZERO,
            SqlStdOperatorTable.LATERAL.createCall(SqlParserPos.ZERO, row),
            id(name)));
    return taken;
  }

  private static SqlIdentifier id(String... names) {
    return new SqlIdentifier(List.of(names), SqlParserPos.ZERO);
  }

  int count() {
    return sources.size();
  }

  /** Returns a FROM clause joined with the rows of all sub-queries. */
  SqlNode joined(SqlNode from) {
    SqlNode joined = from;
    for (SqlNode source : sources) {
      joined =
          new SqlJoin(
              SqlParserPos.ZERO,
              joined,
              SqlLiteral.createBoolean(false, SqlParserPos.ZERO),
              JoinType.LEFT.symbol(SqlParserPos.ZERO),
              source,
              JoinConditionType.ON.symbol(SqlParserPos.ZERO),
              SqlLiteral.createBoolean(true, SqlParserPos.ZERO));
    }
    return joined;
  }
}

package io.mosql.sql.parser.ast;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A statement behind a WITH that changes rows: {@code WITH d AS (DELETE FROM t RETURNING *) SELECT
 * * FROM d}. A WITH of queries alone is a part of the query or change behind it.
 */
public final class WithStatement extends Statement {
  private final SqlNodeList items;
  private final SqlNode body;

  /**
   * @param items {@link SqlWithItem}s of queries and of changes of rows
   * @param body a query or a change of rows, without the items
   */
  public WithStatement(SqlParserPos pos, SqlNodeList items, SqlNode body) {
    super(pos, SqlKind.UPDATE);
    this.items = items;
    this.body = body;
  }

  /** Queries and changes of rows, in order. */
  public List<SqlWithItem> items() {
    List<SqlWithItem> all = new ArrayList<>();
    items.forEach(item -> all.add((SqlWithItem) item));
    return all;
  }

  /** The query or change of rows behind them. */
  public SqlNode body() {
    return body;
  }

  /** Whether one of the items of a WITH changes rows. */
  public static boolean changesRows(SqlNodeList items) {
    return items.stream().anyMatch(i -> i instanceof SqlWithItem item && isChange(item.query));
  }

  private static boolean isChange(SqlNode node) {
    return node instanceof Statement;
  }

  /**
   * A query or change of rows behind named queries.
   *
   * @param queries {@link SqlWithItem}s; the statement may have its own behind them
   */
  public static SqlNode behind(SqlNodeList queries, SqlNode statement) {
    if (queries.isEmpty()) {
      return statement;
    } else if (statement instanceof InsertRows insert) {
      return insert.behind(queries);
    } else if (statement instanceof UpdateRows update) {
      return new UpdateRows(
          update.getParserPosition(),
          update.rows().behind(queries),
          update.values(),
          update.returning());
    } else if (statement instanceof DeleteRows delete) {
      return new DeleteRows(
          delete.getParserPosition(), delete.rows().behind(queries), delete.returning());
    } else if (statement instanceof MergeRows merge) {
      return merge.behind(queries);
    } else if (statement instanceof LockingQuery locking) {
      return new LockingQuery(
          locking.getParserPosition(),
          behind(queries, locking.query()),
          locking.strength(),
          locking.tables(),
          locking.patience(),
          locking.waitSeconds());
    } else if (statement instanceof SqlOrderBy ordered) {
      return new SqlOrderBy(
          ordered.getParserPosition(),
          behind(queries, ordered.query),
          ordered.orderList,
          ordered.offset,
          ordered.fetch);
    }
    return new SqlWith(queries.getParserPosition(), queries, statement);
  }

  /** One list of both. */
  static SqlNodeList joined(SqlNodeList first, SqlNodeList second) {
    SqlNodeList all = new SqlNodeList(first, first.getParserPosition());
    all.addAll(second);
    return all;
  }

  @Override
  public List<SqlNode> getOperandList() {
    List<SqlNode> operands = new ArrayList<>(items.getList());
    operands.add(body);
    return operands;
  }

  @Override
  void write(SqlText out) {
    boolean recursive = items().stream().anyMatch(item -> item.recursive.booleanValue());
    out.words(recursive ? "WITH RECURSIVE" : "WITH").list(items(), item -> write(item, out));
    out.node(body);
  }

  private static void write(SqlWithItem item, SqlText out) {
    if (!isChange(item.query)) {
      out.node(item);
      return;
    }
    out.node(item.name);
    if (item.columnList != null) {
      out.parenthesized(item.columnList.getList(), out::node);
    }
    out.words("AS").subQuery(item.query);
  }
}

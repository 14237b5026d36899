package io.mosql.sql.parser.ast.dml;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import io.mosql.sql.parser.ast.query.LockingQuery;
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
 * A statement with a data-modifying WITH: {@code WITH d AS (DELETE FROM t RETURNING *) SELECT *
 * FROM d}. A WITH of queries alone is a part of the query or the DML statement that follows.
 */
public final class DataModifyingWith extends Statement {
  private final SqlNodeList items;
  private final SqlNode body;

  /**
   * Creates the statement.
   *
   * @param items {@link SqlWithItem}s of queries and of DML statements
   * @param body the main query or DML statement, without the items
   */
  public DataModifyingWith(SqlParserPos pos, SqlNodeList items, SqlNode body) {
    super(pos, SqlKind.UPDATE);
    this.items = items;
    this.body = body;
  }

  /** Returns the queries and DML statements of the WITH, in order. */
  public List<SqlWithItem> items() {
    List<SqlWithItem> all = new ArrayList<>();
    items.forEach(item -> all.add((SqlWithItem) item));
    return all;
  }

  /** Returns the main query or DML statement. */
  public SqlNode body() {
    return body;
  }

  /** Whether one of the items of a WITH is a DML statement. */
  public static boolean changesRows(SqlNodeList items) {
    return items.stream().anyMatch(i -> i instanceof SqlWithItem item && isDml(item.query));
  }

  private static boolean isDml(SqlNode node) {
    return node instanceof Statement;
  }

  /**
   * Adds WITH queries in front of a query or DML statement.
   *
   * @param queries {@link SqlWithItem}s; the statement's own WITH queries follow them
   */
  public static SqlNode prependQueries(SqlNodeList queries, SqlNode statement) {
    if (queries.isEmpty()) {
      return statement;
    } else if (statement instanceof InsertRows insert) {
      return insert.behind(queries);
    } else if (statement instanceof UpdateRows update) {
      return new UpdateRows(
          update.getParserPosition(),
          update.rows().withQueriesBefore(queries),
          update.values(),
          update.returning());
    } else if (statement instanceof DeleteRows delete) {
      return new DeleteRows(
          delete.getParserPosition(), delete.rows().withQueriesBefore(queries), delete.returning());
    } else if (statement instanceof MergeRows merge) {
      return merge.behind(queries);
    } else if (statement instanceof LockingQuery locking) {
      return new LockingQuery(
          locking.getParserPosition(),
          prependQueries(queries, locking.query()),
          locking.strength(),
          locking.tables(),
          locking.waitOption(),
          locking.waitSeconds());
    } else if (statement instanceof SqlOrderBy ordered) {
      return new SqlOrderBy(
          ordered.getParserPosition(),
          prependQueries(queries, ordered.query),
          ordered.orderList,
          ordered.offset,
          ordered.fetch);
    }
    return new SqlWith(queries.getParserPosition(), queries, statement);
  }

  /** Concatenates two lists. */
  static SqlNodeList concatenate(SqlNodeList first, SqlNodeList second) {
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
  public void write(StatementWriter out) {
    boolean recursive = items().stream().anyMatch(item -> item.recursive.booleanValue());
    out.words(recursive ? "WITH RECURSIVE" : "WITH").list(items(), item -> write(item, out));
    out.node(body);
  }

  private static void write(SqlWithItem item, StatementWriter out) {
    if (!isDml(item.query)) {
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

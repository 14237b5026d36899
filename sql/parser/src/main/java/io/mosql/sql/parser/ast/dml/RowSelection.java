package io.mosql.sql.parser.ast.dml;

import io.mosql.sql.parser.ast.StatementWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/**
 * The rows that an UPDATE or DELETE changes.
 *
 * @param from other tables, joined; or null
 * @param joined whether {@code from} contains the target table as its leftmost table (MySQL's
 *     syntax)
 * @param orderBy the order of rows for the limit; empty for none
 * @param fetch the limit, or null
 * @param named queries of a WITH before the statement, or null
 */
public record RowSelection(
    SqlIdentifier table,
    @Nullable SqlIdentifier alias,
    @Nullable SqlNode from,
    boolean joined,
    @Nullable SqlNode condition,
    List<SqlNode> orderBy,
    @Nullable SqlNode fetch,
    @Nullable SqlNodeList named) {
  public RowSelection {
    orderBy = List.copyOf(orderBy);
  }

  /** Returns the name of the target table within the statement. */
  public String name() {
    return alias == null ? table.names.get(table.names.size() - 1) : alias.getSimple();
  }

  /** Returns the same selection with WITH queries in front. */
  RowSelection withQueriesBefore(SqlNodeList queries) {
    SqlNodeList all = named == null ? queries : DataModifyingWith.concatenate(queries, named);
    return new RowSelection(table, alias, from, joined, condition, orderBy, fetch, all);
  }

  void writeNamed(StatementWriter out) {
    out.named(named);
  }

  /** Writes the target table, or all joined tables. */
  void writeTable(StatementWriter out) {
    if (joined && from != null) {
      out.from(from);
      return;
    }
    out.node(table);
    if (alias != null) {
      out.words("AS").node(alias);
    }
  }

  void writeRest(StatementWriter out, String fromWord) {
    if (from != null && !joined) {
      out.words(fromWord).from(from);
    }
    if (condition != null) {
      out.words("WHERE").node(condition);
    }
    if (!orderBy.isEmpty()) {
      out.words("ORDER BY").nodes(orderBy);
    }
    if (fetch != null) {
      out.words("LIMIT").node(fetch);
    }
  }

  /** Returns the parts that may contain expressions. */
  List<SqlNode> operands() {
    List<SqlNode> operands = new ArrayList<>();
    if (from != null) {
      operands.add(from);
    }
    if (condition != null) {
      operands.add(condition);
    }
    operands.addAll(orderBy);
    if (fetch != null) {
      operands.add(fetch);
    }
    if (named != null) {
      operands.add(named);
    }
    return operands;
  }
}

package io.mosql.sql.parser.ast;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * {@code column = value}, or {@code (column, column) = (query)}, as SET has it.
 *
 * @param columns one, or those that a query of one row gives values to
 * @param value an expression, DEFAULT, or that query
 */
public record ColumnValue(List<SqlIdentifier> columns, SqlNode value) {
  public ColumnValue {
    columns = List.copyOf(columns);
  }

  public ColumnValue(SqlIdentifier column, SqlNode value) {
    this(List.of(column), value);
  }

  /** Whether the value is a query for several columns. */
  public boolean isRow() {
    return columns.size() > 1;
  }

  static void write(SqlText out, List<ColumnValue> values) {
    out.list(values, set -> set.write(out));
  }

  private void write(SqlText out) {
    if (isRow()) {
      out.parenthesized(columns, out::node).words("=").subQuery(value);
    } else {
      out.node(columns.get(0)).words("=").node(value);
    }
  }
}

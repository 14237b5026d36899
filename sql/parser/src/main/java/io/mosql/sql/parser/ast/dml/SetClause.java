package io.mosql.sql.parser.ast.dml;

import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * One assignment of a SET list: {@code column = value}, or {@code (column, column) = (query)}.
 *
 * @param columns one column, or the columns assigned by a query of one row
 * @param value an expression, DEFAULT, the query, or the {@link ElementAssignment} of a part of the
 *     column
 */
public record SetClause(List<SqlIdentifier> columns, SqlNode value) {
  public SetClause {
    columns = List.copyOf(columns);
  }

  public SetClause(SqlIdentifier column, SqlNode value) {
    this(List.of(column), value);
  }

  /** Whether the value is a query for several columns. */
  public boolean isRow() {
    return columns.size() > 1;
  }

  static void write(StatementWriter out, List<SetClause> values) {
    out.list(values, set -> set.write(out));
  }

  private void write(StatementWriter out) {
    if (isRow()) {
      out.parenthesized(columns, out::node).words("=").subQuery(value);
    } else if (ElementAssignment.is(value)) {
      out.node(value);
    } else {
      out.node(columns.get(0)).words("=").node(value);
    }
  }
}

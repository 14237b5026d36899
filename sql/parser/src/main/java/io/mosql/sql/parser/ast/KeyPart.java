package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * One part of a declared key or index.
 *
 * @param value a column, or of an index any other expression over the row
 */
public record KeyPart(SqlNode value, boolean descending) {
  /** Whether it is no more than a column. */
  public boolean isColumn() {
    return value instanceof SqlIdentifier name && name.isSimple();
  }

  /** The column, of a part that is one. */
  public SqlIdentifier column() {
    return (SqlIdentifier) value;
  }

  void write(SqlText out) {
    if (isColumn()) {
      out.node(value);
    } else {
      out.parenthesized(java.util.List.of(value), out::node);
    }
    out.wordsIf(descending, "DESC");
  }
}

package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * One part of a declared key or index.
 *
 * @param value a column, or of an index any other expression over the row
 * @param operatorClass what an inverted index has of the value; null where it is not told
 */
public record KeyPart(SqlNode value, boolean descending, @Nullable SqlIdentifier operatorClass) {
  /** A part of an ordered index. */
  public KeyPart(SqlNode value, boolean descending) {
    this(value, descending, null);
  }

  /** Whether it is no more than a column. */
  public boolean isColumn() {
    return value instanceof SqlIdentifier name && name.isSimple();
  }

  /** The column, of a part that is one. */
  public SqlIdentifier column() {
    return (SqlIdentifier) value;
  }

  public void write(StatementWriter out) {
    if (isColumn()) {
      out.node(value);
    } else {
      out.parenthesized(java.util.List.of(value), out::node);
    }
    if (operatorClass != null) {
      out.node(operatorClass);
    }
    out.wordsIf(descending, "DESC");
  }
}

package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * One part of a declared key or index.
 *
 * @param value a column, or, in an index, an expression over the row
 * @param operatorClass the operator class of an inverted index; null when not given
 */
public record KeyPart(SqlNode value, boolean descending, @Nullable SqlIdentifier operatorClass) {
  /** Creates a part of an ordered index. */
  public KeyPart(SqlNode value, boolean descending) {
    this(value, descending, null);
  }

  /** Whether the part is a plain column. */
  public boolean isColumn() {
    return value instanceof SqlIdentifier name && name.isSimple();
  }

  /** Returns the column; the part must be one. */
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

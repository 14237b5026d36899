package io.mosql.sql.parser.ast;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;

/**
 * {@code column = value}, as SET has it.
 *
 * @param value an expression, or DEFAULT
 */
public record ColumnValue(SqlIdentifier column, SqlNode value) {
  static void write(SqlText out, List<ColumnValue> values) {
    out.list(values, set -> out.node(set.column).words("=").node(set.value));
  }
}

package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;

/**
 * The name of a table as the type of its rows: {@code NULL::t} names the row type that a function
 * returns. It is allowed in such an argument only.
 */
public final class RowTypeNameSpec extends SqlUserDefinedTypeNameSpec {
  public RowTypeNameSpec(SqlIdentifier table) {
    super(table, table.getParserPosition());
  }
}

package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;

/**
 * A name that is none of a type, and so that of a table, for the type of its rows: {@code NULL::t}
 * says what rows a function is to return. Nothing else may have such a type.
 */
public final class RowTypeName extends SqlUserDefinedTypeNameSpec {
  public RowTypeName(SqlIdentifier table) {
    super(table, table.getParserPosition());
  }
}

package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** INSERT INTO t DEFAULT VALUES: one row, every column at its default. */
public final class InsertDefaults extends Statement {
  private final SqlIdentifier table;

  public InsertDefaults(SqlParserPos pos, SqlIdentifier table) {
    super(pos, SqlKind.OTHER);
    this.table = table;
  }

  public SqlIdentifier table() {
    return table;
  }

  @Override
  void write(SqlText out) {
    out.words("INSERT INTO").node(table).words("DEFAULT VALUES");
  }
}

package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A SET SCHEMA or USE statement. */
public final class SetSchema extends Statement {
  private final SqlIdentifier name;

  public SetSchema(SqlParserPos pos, SqlIdentifier name) {
    super(pos, SqlKind.OTHER);
    this.name = name;
  }

  public SqlIdentifier name() {
    return name;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("SET SCHEMA").node(name);
  }
}

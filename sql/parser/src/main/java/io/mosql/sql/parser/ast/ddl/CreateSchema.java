package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A CREATE SCHEMA statement. */
public final class CreateSchema extends Statement {
  private final SqlIdentifier name;
  private final boolean ifNotExists;

  public CreateSchema(SqlParserPos pos, SqlIdentifier name, boolean ifNotExists) {
    super(pos, SqlKind.CREATE_SCHEMA);
    this.name = name;
    this.ifNotExists = ifNotExists;
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("CREATE SCHEMA").wordsIf(ifNotExists, "IF NOT EXISTS").node(name);
  }
}

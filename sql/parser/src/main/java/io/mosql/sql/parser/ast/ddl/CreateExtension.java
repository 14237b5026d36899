package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** PostgreSQL's CREATE EXTENSION; its schema and version have no effect. */
public final class CreateExtension extends Statement {
  private final SqlIdentifier name;
  private final boolean ifNotExists;

  public CreateExtension(SqlParserPos pos, SqlIdentifier name, boolean ifNotExists) {
    super(pos, SqlKind.OTHER_DDL);
    this.name = name;
    this.ifNotExists = ifNotExists;
  }

  public SqlIdentifier name() {
    return name;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("CREATE EXTENSION").wordsIf(ifNotExists, "IF NOT EXISTS").node(name);
  }
}

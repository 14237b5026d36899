package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A CREATE SEQUENCE statement. */
public final class CreateSequence extends Statement {
  private final SqlIdentifier name;
  private final boolean ifNotExists;
  private final SequenceOptions options;

  public CreateSequence(
      SqlParserPos pos, SqlIdentifier name, boolean ifNotExists, SequenceOptions options) {
    super(pos, SqlKind.CREATE_SEQUENCE);
    this.name = name;
    this.ifNotExists = ifNotExists;
    this.options = options;
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  public SequenceOptions options() {
    return options;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("CREATE SEQUENCE").wordsIf(ifNotExists, "IF NOT EXISTS").node(name);
    options.write(out);
  }
}

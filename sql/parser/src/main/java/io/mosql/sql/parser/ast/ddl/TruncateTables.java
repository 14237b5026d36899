package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** TRUNCATE of one or several tables. */
public final class TruncateTables extends Statement {
  private final List<SqlIdentifier> tables;
  private final boolean restartIdentity;
  private final boolean cascade;

  public TruncateTables(
      SqlParserPos pos, List<SqlIdentifier> tables, boolean restartIdentity, boolean cascade) {
    super(pos, SqlKind.TRUNCATE_TABLE);
    this.tables = List.copyOf(tables);
    this.restartIdentity = restartIdentity;
    this.cascade = cascade;
  }

  public List<SqlIdentifier> tables() {
    return tables;
  }

  /** Whether RESTART IDENTITY is given. */
  public boolean restartIdentity() {
    return restartIdentity;
  }

  /** Whether CASCADE is given. */
  public boolean cascade() {
    return cascade;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("TRUNCATE TABLE").nodes(tables);
    out.wordsIf(restartIdentity, "RESTART IDENTITY").wordsIf(cascade, "CASCADE");
  }
}

package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** KILL [QUERY | CONNECTION] session. */
public final class KillStatement extends Statement {
  private final boolean queryOnly;
  private final long session;

  public KillStatement(SqlParserPos pos, boolean queryOnly, long session) {
    super(pos, SqlKind.OTHER);
    this.queryOnly = queryOnly;
    this.session = session;
  }

  /** Whether only the running statement is cancelled and the session continues. */
  public boolean queryOnly() {
    return queryOnly;
  }

  /** Returns the session number. */
  public long session() {
    return session;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(queryOnly ? "KILL QUERY" : "KILL CONNECTION").text(Long.toString(session));
  }
}

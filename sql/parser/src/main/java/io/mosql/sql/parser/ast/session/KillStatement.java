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

  /** Whether the session goes on without the statement that it is running. */
  public boolean queryOnly() {
    return queryOnly;
  }

  /** Number of the session. */
  public long session() {
    return session;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(queryOnly ? "KILL QUERY" : "KILL CONNECTION").text(Long.toString(session));
  }
}

package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SAVEPOINT, RELEASE SAVEPOINT, ROLLBACK TO SAVEPOINT. */
public final class SavepointStatement extends Statement {
  /** The kind of statement. */
  public enum Kind {
    SET("SAVEPOINT"),
    RELEASE("RELEASE SAVEPOINT"),
    ROLLBACK_TO("ROLLBACK TO SAVEPOINT");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private final Kind kind;
  private final SqlIdentifier name;

  public SavepointStatement(SqlParserPos pos, Kind kind, SqlIdentifier name) {
    super(pos, SqlKind.OTHER);
    this.kind = kind;
    this.name = name;
  }

  public Kind kind() {
    return kind;
  }

  public SqlIdentifier name() {
    return name;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(kind.words).node(name);
  }
}

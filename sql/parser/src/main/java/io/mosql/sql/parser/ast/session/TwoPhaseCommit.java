package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** PREPARE TRANSACTION, COMMIT PREPARED, ROLLBACK PREPARED. */
public final class TwoPhaseCommit extends Statement {
  /** The kind of statement. */
  public enum Kind {
    PREPARE("PREPARE TRANSACTION"),
    COMMIT("COMMIT PREPARED"),
    ROLLBACK("ROLLBACK PREPARED");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private final Kind kind;
  private final String gid;

  /**
   * @param gid global identifier of the transaction
   */
  public TwoPhaseCommit(SqlParserPos pos, Kind kind, String gid) {
    super(pos, SqlKind.OTHER);
    this.kind = kind;
    this.gid = gid;
  }

  public Kind kind() {
    return kind;
  }

  public String gid() {
    return gid;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(kind.words).quoted(gid);
  }
}

package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** BEGIN, COMMIT, ROLLBACK, and the two forms of SET TRANSACTION. */
public final class TransactionControl extends Statement {
  /** The kind of statement. */
  public enum Kind {
    BEGIN("BEGIN"),
    COMMIT("COMMIT"),
    ROLLBACK("ROLLBACK"),
    /** Sets the modes of the current transaction, or of the next one when none is active. */
    SET_TRANSACTION("SET TRANSACTION"),
    /** Sets the default modes of later transactions of the session. */
    SET_SESSION("SET SESSION CHARACTERISTICS AS TRANSACTION");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private final Kind kind;
  private final TransactionModes modes;

  public TransactionControl(SqlParserPos pos, Kind kind, TransactionModes modes) {
    super(
        pos,
        kind == Kind.COMMIT
            ? SqlKind.COMMIT
            : kind == Kind.ROLLBACK ? SqlKind.ROLLBACK : SqlKind.OTHER);
    this.kind = kind;
    this.modes = modes;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the modes; {@link TransactionModes#NONE} for COMMIT and ROLLBACK. */
  public TransactionModes modes() {
    return modes;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(kind.words);
    modes.write(out);
  }
}

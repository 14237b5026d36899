package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SHOW of one session option, of ALL options, or of PROCESSLIST. */
public final class Show extends Statement {
  private final SqlIdentifier what;

  public Show(SqlParserPos pos, SqlIdentifier what) {
    super(pos, SqlKind.OTHER);
    this.what = what;
  }

  /** Returns the name, such as {@code all} or {@code transaction_isolation}. */
  public SqlIdentifier what() {
    return what;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("SHOW").list(List.of(what), out::node);
  }
}

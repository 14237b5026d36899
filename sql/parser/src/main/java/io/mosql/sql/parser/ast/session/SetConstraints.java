package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SET CONSTRAINTS {ALL | name, ..} {DEFERRED | IMMEDIATE}. */
public final class SetConstraints extends Statement {
  private final List<SqlIdentifier> names;
  private final boolean deferred;

  /**
   * @param names empty for all constraints
   */
  public SetConstraints(SqlParserPos pos, List<SqlIdentifier> names, boolean deferred) {
    super(pos, SqlKind.SET_OPTION);
    this.names = List.copyOf(names);
    this.deferred = deferred;
  }

  public List<SqlIdentifier> names() {
    return names;
  }

  public boolean deferred() {
    return deferred;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("SET CONSTRAINTS");
    if (names.isEmpty()) {
      out.words("ALL");
    } else {
      out.nodes(names);
    }
    out.words(deferred ? "DEFERRED" : "IMMEDIATE");
  }
}

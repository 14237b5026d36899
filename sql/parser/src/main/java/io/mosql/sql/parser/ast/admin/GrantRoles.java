package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** GRANT role TO account, REVOKE role FROM account. */
public final class GrantRoles extends Statement {
  private final boolean revoke;
  private final List<SqlIdentifier> roles;
  private final List<SqlIdentifier> members;

  public GrantRoles(
      SqlParserPos pos, boolean revoke, List<SqlIdentifier> roles, List<SqlIdentifier> members) {
    super(pos, SqlKind.OTHER_DDL);
    this.revoke = revoke;
    this.roles = List.copyOf(roles);
    this.members = List.copyOf(members);
  }

  public boolean revoke() {
    return revoke;
  }

  public List<SqlIdentifier> roles() {
    return roles;
  }

  public List<SqlIdentifier> members() {
    return members;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(revoke ? "REVOKE" : "GRANT")
        .nodes(roles)
        .words(revoke ? "FROM" : "TO")
        .nodes(members);
  }
}

package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** ALTER TABLE, SEQUENCE, SCHEMA or DATABASE .. OWNER TO account. */
public final class AlterOwner extends Statement {
  private final GrantPrivileges.ObjectKind kind;
  private final boolean ifExists;
  private final SqlIdentifier name;
  private final SqlIdentifier owner;

  public AlterOwner(
      SqlParserPos pos,
      GrantPrivileges.ObjectKind kind,
      boolean ifExists,
      SqlIdentifier name,
      SqlIdentifier owner) {
    super(pos, SqlKind.OTHER_DDL);
    this.kind = kind;
    this.ifExists = ifExists;
    this.name = name;
    this.owner = owner;
  }

  public GrantPrivileges.ObjectKind kind() {
    return kind;
  }

  public boolean ifExists() {
    return ifExists;
  }

  public SqlIdentifier name() {
    return name;
  }

  public SqlIdentifier owner() {
    return owner;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("ALTER " + kind).wordsIf(ifExists, "IF EXISTS").node(name).words("OWNER TO");
    out.node(owner);
  }
}

package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** ALTER TABLE, SEQUENCE, SCHEMA or DATABASE .. OWNER TO account. */
public final class ChangeOwner extends Statement {
  private final GrantRights.Kind kind;
  private final boolean ifExists;
  private final SqlIdentifier name;
  private final SqlIdentifier owner;

  public ChangeOwner(
      SqlParserPos pos,
      GrantRights.Kind kind,
      boolean ifExists,
      SqlIdentifier name,
      SqlIdentifier owner) {
    super(pos, SqlKind.OTHER_DDL);
    this.kind = kind;
    this.ifExists = ifExists;
    this.name = name;
    this.owner = owner;
  }

  public GrantRights.Kind kind() {
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
  void write(SqlText out) {
    out.words("ALTER " + kind).wordsIf(ifExists, "IF EXISTS").node(name).words("OWNER TO");
    out.node(owner);
  }
}

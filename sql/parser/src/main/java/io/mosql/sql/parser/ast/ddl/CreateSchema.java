package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A CREATE SCHEMA statement. */
public final class CreateSchema extends Statement {
  private final @Nullable SqlIdentifier name;
  private final @Nullable SqlIdentifier owner;
  private final boolean ifNotExists;

  /**
   * Creates the statement.
   *
   * @param name null for the name of the owner
   * @param owner null for the current user
   */
  public CreateSchema(
      SqlParserPos pos,
      @Nullable SqlIdentifier name,
      @Nullable SqlIdentifier owner,
      boolean ifNotExists) {
    super(pos, SqlKind.CREATE_SCHEMA);
    this.name = name;
    this.owner = owner;
    this.ifNotExists = ifNotExists;
  }

  /** Returns the name; null for that of the owner. */
  public @Nullable SqlIdentifier name() {
    return name;
  }

  /** Returns the role after AUTHORIZATION; null for the current user. */
  public @Nullable SqlIdentifier owner() {
    return owner;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("CREATE SCHEMA").wordsIf(ifNotExists, "IF NOT EXISTS");
    if (name != null) {
      out.node(name);
    }
    if (owner != null) {
      out.words("AUTHORIZATION").node(owner);
    } else if (name == null) {
      out.words("AUTHORIZATION CURRENT_USER");
    }
  }
}

package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A CREATE [UNIQUE] INDEX statement. */
public final class CreateIndex extends Statement {
  private final @Nullable SqlIdentifier name;
  private final boolean unique;
  private final boolean ifNotExists;
  private final SqlIdentifier table;
  private final IndexDefinition body;
  private final @Nullable String comment;

  public CreateIndex(
      SqlParserPos pos,
      @Nullable SqlIdentifier name,
      boolean unique,
      boolean ifNotExists,
      SqlIdentifier table,
      IndexDefinition body,
      @Nullable String comment) {
    super(pos, SqlKind.CREATE_INDEX);
    this.name = name;
    this.unique = unique;
    this.ifNotExists = ifNotExists;
    this.table = table;
    this.body = body;
    this.comment = comment;
  }

  /** Returns the index name, or null when one is to be generated. */
  public @Nullable SqlIdentifier name() {
    return name;
  }

  public boolean unique() {
    return unique;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  public SqlIdentifier table() {
    return table;
  }

  public IndexDefinition body() {
    return body;
  }

  /** Returns the COMMENT, or null. */
  public @Nullable String comment() {
    return comment;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("CREATE").wordsIf(unique, "UNIQUE").words("INDEX");
    out.wordsIf(ifNotExists, "IF NOT EXISTS");
    if (name != null) {
      out.node(name);
    }
    out.words("ON").node(table);
    body.write(out, comment);
  }
}

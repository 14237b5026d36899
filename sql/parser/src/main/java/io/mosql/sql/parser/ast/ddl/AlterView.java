package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** ALTER VIEW [IF EXISTS] .. RENAME TO, RENAME [COLUMN] .. TO or SET SCHEMA. */
public final class AlterView extends Statement {
  private final SqlIdentifier view;
  private final boolean ifExists;
  private final @Nullable SqlIdentifier column;
  private final SqlIdentifier name;

  /**
   * Creates the statement.
   *
   * @param column the renamed column; null for the view itself
   */
  public AlterView(
      SqlParserPos pos,
      SqlIdentifier view,
      boolean ifExists,
      @Nullable SqlIdentifier column,
      SqlIdentifier name) {
    super(pos, SqlKind.ALTER_VIEW);
    this.view = view;
    this.ifExists = ifExists;
    this.column = column;
    this.name = name;
  }

  public SqlIdentifier view() {
    return view;
  }

  public boolean ifExists() {
    return ifExists;
  }

  /** Returns the renamed column; null for the view itself. */
  public @Nullable SqlIdentifier column() {
    return column;
  }

  /** Returns the new name. */
  public SqlIdentifier name() {
    return name;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("ALTER VIEW").wordsIf(ifExists, "IF EXISTS").node(view);
    out.words("RENAME");
    if (column != null) {
      out.words("COLUMN").node(column);
    }
    out.words("TO").node(name);
  }
}

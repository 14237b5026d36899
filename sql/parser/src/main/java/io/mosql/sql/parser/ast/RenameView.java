package io.mosql.sql.parser.ast;

import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** ALTER VIEW [IF EXISTS] .. RENAME TO. */
public final class RenameView extends Statement {
  private final SqlIdentifier view;
  private final boolean ifExists;
  private final SqlIdentifier name;

  public RenameView(SqlParserPos pos, SqlIdentifier view, boolean ifExists, SqlIdentifier name) {
    super(pos, SqlKind.ALTER_VIEW);
    this.view = view;
    this.ifExists = ifExists;
    this.name = name;
  }

  public SqlIdentifier view() {
    return view;
  }

  public boolean ifExists() {
    return ifExists;
  }

  /** The new name. */
  public SqlIdentifier name() {
    return name;
  }

  @Override
  void write(SqlText out) {
    out.words("ALTER VIEW").wordsIf(ifExists, "IF EXISTS").node(view);
    out.words("RENAME TO").node(name);
  }
}

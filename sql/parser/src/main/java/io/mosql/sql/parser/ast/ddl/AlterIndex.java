package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** ALTER INDEX .. RENAME TO, or a change of how it is stored, which has no effect. */
public final class AlterIndex extends Statement {
  private final SqlIdentifier index;
  private final boolean ifExists;
  private final @Nullable SqlIdentifier newName;

  /**
   * Creates the statement.
   *
   * @param newName a simple name; null for a change of storage
   */
  public AlterIndex(
      SqlParserPos pos, SqlIdentifier index, boolean ifExists, @Nullable SqlIdentifier newName) {
    super(pos, SqlKind.ALTER_INDEX);
    this.index = index;
    this.ifExists = ifExists;
    this.newName = newName;
  }

  public SqlIdentifier index() {
    return index;
  }

  public boolean ifExists() {
    return ifExists;
  }

  /** Returns the new name; null when only storage is changed. */
  public @Nullable SqlIdentifier newName() {
    return newName;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("ALTER INDEX").wordsIf(ifExists, "IF EXISTS").node(index);
    if (newName == null) {
      out.words("SET TABLESPACE").node(new SqlIdentifier("pg_default", SqlParserPos.ZERO));
    } else {
      out.words("RENAME TO").node(newName);
    }
  }
}

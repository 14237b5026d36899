package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/** BACKUP TO 'directory' [WITH (VERIFY [TRUE | FALSE])]. */
public final class BackupStatement extends Statement {
  private final String directory;
  private final boolean verify;

  public BackupStatement(SqlParserPos pos, String directory, boolean verify) {
    super(pos, SqlKind.OTHER);
    this.directory = directory;
    this.verify = verify;
  }

  public String directory() {
    return directory;
  }

  /** Whether files already in the directory are compared by hash; the default. */
  public boolean verify() {
    return verify;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("BACKUP TO").quoted(directory).wordsIf(!verify, "WITH (VERIFY FALSE)");
  }
}

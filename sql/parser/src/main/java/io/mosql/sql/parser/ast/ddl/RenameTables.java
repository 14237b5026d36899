package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * MySQL's RENAME TABLE a TO b, ..: the renames are applied one after the other, so that names can
 * be exchanged.
 */
public final class RenameTables extends Statement {
  private final List<Renaming> renamings;

  /** A table and its new name. */
  public record Renaming(SqlIdentifier table, SqlIdentifier name) {}

  public RenameTables(SqlParserPos pos, List<Renaming> renamings) {
    super(pos, SqlKind.ALTER_TABLE);
    this.renamings = List.copyOf(renamings);
  }

  /** Returns the renames in execution order; at least one. */
  public List<Renaming> renamings() {
    return renamings;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("RENAME TABLE");
    out.list(renamings, each -> out.node(each.table).words("TO").node(each.name));
  }
}

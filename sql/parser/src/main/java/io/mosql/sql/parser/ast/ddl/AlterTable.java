package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE with one or several changes, in order. */
public final class AlterTable extends Statement {
  private final SqlIdentifier table;
  private final boolean ifExists;
  private final List<AlterAction> actions;

  public AlterTable(
      SqlParserPos pos, SqlIdentifier table, boolean ifExists, List<AlterAction> actions) {
    super(pos, SqlKind.ALTER_TABLE);
    this.table = table;
    this.ifExists = ifExists;
    this.actions = List.copyOf(actions);
  }

  public SqlIdentifier table() {
    return table;
  }

  public boolean ifExists() {
    return ifExists;
  }

  /** Returns the actions in order; never empty. */
  public List<AlterAction> actions() {
    return actions;
  }

  /** The same for a view, of which a table's RENAME can be said as well; null for other changes. */
  public @Nullable AlterView ofView() {
    AlterAction action = actions.get(0);
    if (actions.size() > 1) {
      return null;
    }
    if (action instanceof AlterAction.RenameTable rename) {
      return new AlterView(getParserPosition(), table, ifExists, null, rename.name());
    }
    return action instanceof AlterAction.RenameColumn rename
        ? new AlterView(getParserPosition(), table, ifExists, rename.column(), rename.name())
        : null;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("ALTER TABLE").wordsIf(ifExists, "IF EXISTS").node(table);
    out.list(actions, action -> AlterAction.write(action, out));
  }
}

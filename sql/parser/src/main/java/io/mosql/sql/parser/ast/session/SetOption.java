package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SET [PERSIST] name = value, or RESET [PERSIST] name. */
public final class SetOption extends Statement {
  private final boolean persistent;
  private final SqlIdentifier name;
  private final List<SqlNode> values;

  public SetOption(SqlParserPos pos, boolean persistent, SqlIdentifier name, List<SqlNode> values) {
    super(pos, SqlKind.SET_OPTION);
    this.persistent = persistent;
    this.name = name;
    this.values = List.copyOf(values);
  }

  /** Whether the value applies to new sessions of the database instead of this session. */
  public boolean persistent() {
    return persistent;
  }

  public SqlIdentifier name() {
    return name;
  }

  /** Returns literals and identifiers (words such as ON are identifiers); empty for the default. */
  public List<SqlNode> values() {
    return values;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("SET").wordsIf(persistent, "PERSIST").node(name).words("=");
    if (values.isEmpty()) {
      out.words("DEFAULT");
    } else {
      out.nodes(values);
    }
  }
}

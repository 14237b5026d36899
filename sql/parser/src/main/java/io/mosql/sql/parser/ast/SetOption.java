package io.mosql.sql.parser.ast;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SET name = value, or RESET name. */
public final class SetOption extends Statement {
  private final SqlIdentifier name;
  private final List<SqlNode> values;

  public SetOption(SqlParserPos pos, SqlIdentifier name, List<SqlNode> values) {
    super(pos, SqlKind.SET_OPTION);
    this.name = name;
    this.values = List.copyOf(values);
  }

  public SqlIdentifier name() {
    return name;
  }

  /** Literals and identifiers (words such as ON are identifiers); empty for the default. */
  public List<SqlNode> values() {
    return values;
  }

  @Override
  void write(SqlText out) {
    out.words("SET").node(name).words("=");
    if (values.isEmpty()) {
      out.words("DEFAULT");
    } else {
      out.nodes(values);
    }
  }
}

package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SET [LOCAL | PERSIST] name = value, or RESET [PERSIST] name. */
public final class SetOption extends Statement {
  private final Scope scope;
  private final SqlIdentifier name;
  private final List<SqlNode> values;

  /** What a value applies to. */
  public enum Scope {
    SESSION,

    /** The current transaction. */
    LOCAL,

    /** New sessions of the database, instead of this one. */
    PERSIST
  }

  public SetOption(SqlParserPos pos, Scope scope, SqlIdentifier name, List<SqlNode> values) {
    super(pos, SqlKind.SET_OPTION);
    this.scope = scope;
    this.name = name;
    this.values = List.copyOf(values);
  }

  public Scope scope() {
    return scope;
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
    out.words("SET").wordsIf(scope != Scope.SESSION, scope.name()).node(name).words("=");
    if (values.isEmpty()) {
      out.words("DEFAULT");
    } else {
      out.nodes(values);
    }
  }
}

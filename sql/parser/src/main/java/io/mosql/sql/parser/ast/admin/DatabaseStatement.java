package io.mosql.sql.parser.ast.admin;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** CREATE DATABASE or DROP DATABASE. */
public final class DatabaseStatement extends Statement {
  private final boolean drop;
  private final boolean conditional;
  private final SqlIdentifier name;
  private final @Nullable SqlIdentifier owner;
  private final List<String> nodes;

  public DatabaseStatement(
      SqlParserPos pos,
      boolean drop,
      boolean conditional,
      SqlIdentifier name,
      @Nullable SqlIdentifier owner,
      List<String> nodes) {
    super(pos, SqlKind.OTHER_DDL);
    this.drop = drop;
    this.conditional = conditional;
    this.name = name;
    this.owner = owner;
    this.nodes = List.copyOf(nodes);
  }

  public boolean drop() {
    return drop;
  }

  /** Whether IF EXISTS or IF NOT EXISTS is given. */
  public boolean conditional() {
    return conditional;
  }

  public SqlIdentifier name() {
    return name;
  }

  /** Returns the owner that CREATE names; null for the current user. */
  public @Nullable SqlIdentifier owner() {
    return owner;
  }

  /** Returns the nodes that CREATE names as hosts of the database; empty for all. */
  public List<String> nodes() {
    return nodes;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(drop ? "DROP DATABASE" : "CREATE DATABASE")
        .wordsIf(conditional, drop ? "IF EXISTS" : "IF NOT EXISTS")
        .node(name);
    if (owner != null) {
      out.words("OWNER").node(owner);
    }
    if (!nodes.isEmpty()) {
      out.words("ON NODES").parenthesized(nodes, out::quoted);
    }
  }
}

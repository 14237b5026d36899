package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** DROP TABLE, VIEW, INDEX, SEQUENCE or SCHEMA, of one or several objects. */
public final class DropObjects extends Statement {
  /** The kind of the dropped objects. */
  public enum Kind {
    TABLE(SqlKind.DROP_TABLE),
    VIEW(SqlKind.DROP_VIEW),
    INDEX(SqlKind.DROP_INDEX),
    SEQUENCE(SqlKind.DROP_SEQUENCE),
    SCHEMA(SqlKind.DROP_SCHEMA);

    private final SqlKind sqlKind;

    Kind(SqlKind sqlKind) {
      this.sqlKind = sqlKind;
    }
  }

  private final Kind kind;
  private final boolean ifExists;
  private final List<SqlIdentifier> names;
  private final @Nullable SqlIdentifier table;
  private final boolean cascade;

  public DropObjects(
      SqlParserPos pos,
      Kind kind,
      boolean ifExists,
      List<SqlIdentifier> names,
      @Nullable SqlIdentifier table,
      boolean cascade) {
    super(pos, kind.sqlKind);
    this.kind = kind;
    this.ifExists = ifExists;
    this.names = List.copyOf(names);
    this.table = table;
    this.cascade = cascade;
  }

  public Kind kind() {
    return kind;
  }

  public boolean ifExists() {
    return ifExists;
  }

  public List<SqlIdentifier> names() {
    return names;
  }

  /** Returns the table of {@code DROP INDEX i ON t}, or null. */
  public @Nullable SqlIdentifier table() {
    return table;
  }

  /** Whether CASCADE is given; RESTRICT is the default. */
  public boolean cascade() {
    return cascade;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("DROP " + kind).wordsIf(ifExists, "IF EXISTS").nodes(names);
    if (table != null) {
      out.words("ON").node(table);
    }
    out.wordsIf(cascade, "CASCADE");
  }
}

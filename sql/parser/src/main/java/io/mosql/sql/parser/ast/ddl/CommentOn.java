package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** COMMENT ON object IS. */
public final class CommentOn extends Statement {
  private final Kind kind;
  private final SqlIdentifier name;
  private final @Nullable SqlIdentifier table;
  private final @Nullable String text;

  /**
   * Creates the statement.
   *
   * @param table of a constraint, or of an index where it is given; else null
   * @param text the comment; null to remove it
   */
  public CommentOn(
      SqlParserPos pos,
      Kind kind,
      SqlIdentifier name,
      @Nullable SqlIdentifier table,
      @Nullable String text) {
    super(pos, SqlKind.OTHER_DDL);
    this.kind = kind;
    this.name = name;
    this.table = table;
    this.text = text;
  }

  /** The kind of the commented object. */
  public enum Kind {
    TABLE,
    VIEW,
    COLUMN,
    INDEX,
    SCHEMA,
    SEQUENCE,
    CONSTRAINT,
    DATABASE
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the object's name; a column's name is qualified by its table or view. */
  public SqlIdentifier name() {
    return name;
  }

  public @Nullable SqlIdentifier table() {
    return table;
  }

  public @Nullable String text() {
    return text;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("COMMENT ON " + kind.name()).node(name);
    if (table != null) {
      out.words("ON").node(table);
    }
    out.words("IS");
    if (text == null) {
      out.words("NULL");
    } else {
      out.quoted(text);
    }
  }
}

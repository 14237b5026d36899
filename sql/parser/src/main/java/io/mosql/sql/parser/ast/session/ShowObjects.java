package io.mosql.sql.parser.ast.session;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** SHOW of object lists and object definitions; DESCRIBE is SHOW COLUMNS. */
public final class ShowObjects extends Statement {
  private final Kind kind;
  private final boolean full;
  private final @Nullable SqlIdentifier of;
  private final @Nullable String like;

  /**
   * Creates the statement.
   *
   * @param of the schema, table, view or sequence; null for all, where that is possible
   * @param like name pattern, or null
   */
  public ShowObjects(
      SqlParserPos pos,
      Kind kind,
      boolean full,
      @Nullable SqlIdentifier of,
      @Nullable String like) {
    super(pos, SqlKind.OTHER);
    this.kind = kind;
    this.full = full;
    this.of = of;
    this.like = like;
  }

  /** The kind of output. */
  public enum Kind {
    TABLES,
    COLUMNS,
    INDEX,
    CREATE_TABLE,
    CREATE_VIEW,
    CREATE_SEQUENCE,
    DATABASES,
    SCHEMAS,
    STATUS,
    VARIABLES;

    /** Whether the output is the definition text of one object. */
    public boolean isText() {
      return this == CREATE_TABLE || this == CREATE_VIEW || this == CREATE_SEQUENCE;
    }
  }

  public Kind kind() {
    return kind;
  }

  /** Whether FULL is given, for more columns. */
  public boolean full() {
    return full;
  }

  /** Returns the schema of SHOW TABLES, else the table, view or sequence. */
  public @Nullable SqlIdentifier of() {
    return of;
  }

  public @Nullable String like() {
    return like;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("SHOW").wordsIf(full, "FULL").words(kind.name().replace('_', ' '));
    if (of != null) {
      out.wordsIf(!kind.isText(), "FROM").list(List.of(of), out::node);
    }
    if (like != null) {
      out.words("LIKE").quoted(like);
    }
  }
}

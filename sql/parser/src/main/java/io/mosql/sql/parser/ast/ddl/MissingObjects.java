package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * DROP of, or COMMENT ON, objects of a kind that other databases have and this one has none of,
 * such as functions and triggers: none of the names exists.
 */
public final class MissingObjects extends Statement {
  private final boolean comment;
  private final Kind kind;
  private final boolean ifExists;
  private final List<SqlIdentifier> names;

  /** The kinds of objects. */
  public enum Kind {
    AGGREGATE,
    COLLATION,
    DOMAIN,
    EXTENSION,
    FUNCTION,
    MATERIALIZED_VIEW,
    POLICY,
    PROCEDURE,
    ROUTINE,
    RULE,
    TRIGGER,
    TYPE;

    /** Returns the kind as it is written in statements. */
    public String words() {
      return name().replace('_', ' ');
    }

    /** Returns the kind as it is written in messages. */
    public String title() {
      return words().toLowerCase(Locale.ROOT);
    }

    /** Whether objects of the kind have arguments. */
    public boolean isRoutine() {
      return this == AGGREGATE || this == FUNCTION || this == PROCEDURE || this == ROUTINE;
    }
  }

  /**
   * Creates the statement.
   *
   * @param comment whether it is COMMENT ON rather than DROP
   * @param ifExists whether missing objects are no error
   */
  public MissingObjects(
      SqlParserPos pos, boolean comment, Kind kind, boolean ifExists, List<SqlIdentifier> names) {
    super(pos, SqlKind.OTHER_DDL);
    this.comment = comment;
    this.kind = kind;
    this.ifExists = ifExists;
    this.names = List.copyOf(names);
  }

  public Kind kind() {
    return kind;
  }

  public boolean ifExists() {
    return ifExists;
  }

  /** Returns the names; at least one. */
  public List<SqlIdentifier> names() {
    return names;
  }

  @Override
  public void write(StatementWriter out) {
    out.words(comment ? "COMMENT ON" : "DROP").words(kind.words());
    out.wordsIf(ifExists, "IF EXISTS").nodes(names);
    out.wordsIf(comment, "IS NULL");
  }
}

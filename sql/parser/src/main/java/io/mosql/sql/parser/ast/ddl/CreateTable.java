package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * CREATE TABLE, without the storage options of other databases (ENGINE, PARTITION BY), which are
 * ignored.
 */
public final class CreateTable extends Statement {
  private final SqlIdentifier name;
  private final boolean ifNotExists;
  private final List<ColumnDefinition> columns;
  private final List<TableConstraint> constraints;
  private final List<Like> likes;
  private final @Nullable String comment;

  /** The properties that LIKE can copy besides column names, types and NOT NULL. */
  public enum Included {
    COMMENTS,
    CONSTRAINTS,
    DEFAULTS,
    GENERATED,
    IDENTITY,
    INDEXES
  }

  /**
   * LIKE another table.
   *
   * @param at number of declared columns before it
   */
  public record Like(int at, SqlIdentifier table, Set<Included> included) {
    public Like {
      included = Set.copyOf(included);
    }

    private void write(StatementWriter out) {
      out.words("LIKE").node(table);
      for (Included each : Included.values()) {
        out.wordsIf(included.contains(each), "INCLUDING " + each);
      }
    }
  }

  public CreateTable(
      SqlParserPos pos,
      SqlIdentifier name,
      boolean ifNotExists,
      List<ColumnDefinition> columns,
      List<TableConstraint> constraints,
      List<Like> likes,
      @Nullable String comment) {
    super(pos, () -> SqlKind.CREATE_TABLE);
    this.name = name;
    this.ifNotExists = ifNotExists;
    this.columns = List.copyOf(columns);
    this.constraints = List.copyOf(constraints);
    this.likes = List.copyOf(likes);
    this.comment = comment;
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  /** Returns the columns in declared order. */
  public List<ColumnDefinition> columns() {
    return columns;
  }

  /** Returns the constraints in declared order, including those declared at columns. */
  public List<TableConstraint> constraints() {
    return constraints;
  }

  /** Returns the LIKE clauses in declared order. */
  public List<Like> likes() {
    return likes;
  }

  /** Returns the COMMENT, or null. */
  public @Nullable String comment() {
    return comment;
  }

  @Override
  public void write(StatementWriter out) {
    out.words("CREATE TABLE").wordsIf(ifNotExists, "IF NOT EXISTS").node(name);
    List<Runnable> elements = new ArrayList<>();
    for (int i = 0; i <= columns.size(); i++) {
      int at = i;
      likes.stream()
          .filter(like -> like.at == at)
          .forEach(like -> elements.add(() -> like.write(out)));
      if (i < columns.size()) {
        ColumnDefinition column = columns.get(i);
        elements.add(() -> column.write(out));
      }
    }
    constraints.forEach(constraint -> elements.add(() -> TableConstraint.write(constraint, out)));
    out.parenthesized(elements, Runnable::run);
    if (comment != null) {
      out.words("COMMENT =").quoted(comment);
    }
  }
}

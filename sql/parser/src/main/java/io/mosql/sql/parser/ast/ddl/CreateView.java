package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A CREATE [OR REPLACE] VIEW statement. */
public final class CreateView extends Statement {
  private final SqlIdentifier name;
  private final boolean orReplace;
  private final List<SqlIdentifier> columns;
  private final SqlNode query;
  private final CheckOption checkOption;

  /** The check of rows that are written through the view. */
  public enum CheckOption {
    NONE,
    LOCAL,
    CASCADED
  }

  /**
   * Creates the statement.
   *
   * @param columns names of the first columns; the others have the query's names
   */
  public CreateView(
      SqlParserPos pos,
      SqlIdentifier name,
      boolean orReplace,
      List<SqlIdentifier> columns,
      SqlNode query,
      CheckOption checkOption) {
    super(pos, SqlKind.CREATE_VIEW);
    this.name = name;
    this.orReplace = orReplace;
    this.columns = List.copyOf(columns);
    this.query = query;
    this.checkOption = checkOption;
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean orReplace() {
    return orReplace;
  }

  /** Returns the names of the first columns; the others have the query's names. */
  public List<SqlIdentifier> columns() {
    return columns;
  }

  public SqlNode query() {
    return query;
  }

  public CheckOption checkOption() {
    return checkOption;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(query);
  }

  @Override
  public void write(StatementWriter out) {
    out.words("CREATE").wordsIf(orReplace, "OR REPLACE").words("VIEW").node(name);
    if (!columns.isEmpty()) {
      out.parenthesized(columns, out::node);
    }
    out.words("AS").node(query);
    if (checkOption != CheckOption.NONE) {
      out.words("WITH " + checkOption + " CHECK OPTION");
    }
  }
}

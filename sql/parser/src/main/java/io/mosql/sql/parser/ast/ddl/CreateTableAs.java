package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE TABLE .. AS query [WITH [NO] DATA]. */
public final class CreateTableAs extends Statement {
  private final SqlIdentifier name;
  private final boolean ifNotExists;
  private final List<SqlIdentifier> columns;
  private final SqlNode query;
  private final boolean withData;

  /**
   * Creates the statement.
   *
   * @param columns names of the first columns; the others have the query's names
   */
  public CreateTableAs(
      SqlParserPos pos,
      SqlIdentifier name,
      boolean ifNotExists,
      List<SqlIdentifier> columns,
      SqlNode query,
      boolean withData) {
    super(pos, SqlKind.CREATE_TABLE);
    this.name = name;
    this.ifNotExists = ifNotExists;
    this.columns = List.copyOf(columns);
    this.query = query;
    this.withData = withData;
  }

  public SqlIdentifier name() {
    return name;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  /** Returns the names of the first columns; the others have the query's names. */
  public List<SqlIdentifier> columns() {
    return columns;
  }

  public SqlNode query() {
    return query;
  }

  /** Whether the query's rows are inserted. */
  public boolean withData() {
    return withData;
  }

  @Override
  public List<SqlNode> getOperandList() {
    return List.of(query);
  }

  @Override
  public void write(StatementWriter out) {
    write(out, "CREATE TABLE", "");
  }

  /**
   * Writes the statement.
   *
   * @param words its beginning
   * @param onCommit a clause before the query; empty for none
   */
  void write(StatementWriter out, String words, String onCommit) {
    out.words(words).wordsIf(ifNotExists, "IF NOT EXISTS").node(name);
    if (!columns.isEmpty()) {
      out.parenthesized(columns, out::node);
    }
    out.wordsIf(!onCommit.isEmpty(), onCommit);
    out.words("AS").node(query).wordsIf(!withData, "WITH NO DATA");
  }
}

package io.mosql.sql.parser.ast.ddl;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE TEMPORARY: a table or sequence that the session alone has. */
public final class CreateTemporary extends Statement {
  /** What happens to the rows of a temporary table at the end of each transaction. */
  public enum OnCommit {
    PRESERVE_ROWS,
    DELETE_ROWS,

    /** The table is dropped at the end of the transaction that creates it. */
    DROP
  }

  private final Statement object;
  private final OnCommit onCommit;

  /**
   * @param object a {@link CreateTable}, {@link CreateTableAs} or {@link CreateSequence}
   */
  public CreateTemporary(SqlParserPos pos, SqlNode object, OnCommit onCommit) {
    super(pos, SqlKind.CREATE_TABLE);
    this.object = (Statement) object;
    this.onCommit = onCommit;
  }

  /** The statement that would create the object for all sessions. */
  public SqlNode object() {
    return object;
  }

  public OnCommit onCommit() {
    return onCommit;
  }

  public SqlIdentifier name() {
    if (object instanceof CreateTable create) {
      return create.name();
    }
    return object instanceof CreateTableAs create
        ? create.name()
        : ((CreateSequence) object).name();
  }

  @Override
  public List<SqlNode> getOperandList() {
    return object.getOperandList();
  }

  @Override
  public void write(StatementWriter out) {
    String clause =
        onCommit == OnCommit.PRESERVE_ROWS
            ? ""
            : "ON COMMIT " + onCommit.name().replace('_', ' ').toUpperCase(Locale.ROOT);
    if (object instanceof CreateTableAs create) {
      create.write(out, "CREATE TEMPORARY TABLE", clause);
    } else {
      out.words("TEMPORARY").wordsIf(!clause.isEmpty(), clause);
      object.write(out);
    }
  }
}

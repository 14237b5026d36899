package io.mosql.sql.parser.ast.dml;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A DELETE statement. */
public final class DeleteRows extends Statement {
  private final RowSelection rows;
  private final List<SqlNode> returning;

  /**
   * Creates the statement.
   *
   * @param returning select items; empty for none
   */
  public DeleteRows(SqlParserPos pos, RowSelection rows, List<SqlNode> returning) {
    super(pos, SqlKind.DELETE);
    this.rows = rows;
    this.returning = List.copyOf(returning);
  }

  public RowSelection rows() {
    return rows;
  }

  /** Returns the select items of RETURNING; empty for none. */
  public List<SqlNode> returning() {
    return returning;
  }

  @Override
  public List<SqlNode> getOperandList() {
    List<SqlNode> operands = new ArrayList<>(rows.operands());
    operands.addAll(returning);
    return operands;
  }

  @Override
  public void write(StatementWriter out) {
    rows.writeNamed(out);
    out.words("DELETE");
    if (rows.joined()) {
      out.node(rows.alias() == null ? rows.table() : rows.alias());
    }
    out.words("FROM");
    rows.writeTable(out);
    rows.writeRest(out, "USING");
    out.returning(returning);
  }
}

package io.mosql.sql.parser.ast.dml;

import io.mosql.sql.parser.ast.Statement;
import io.mosql.sql.parser.ast.StatementWriter;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** An UPDATE statement. */
public final class UpdateRows extends Statement {
  private final RowSelection rows;
  private final List<SetClause> values;
  private final List<SqlNode> returning;

  /**
   * Creates the statement.
   *
   * @param returning select items; empty for none
   */
  public UpdateRows(
      SqlParserPos pos, RowSelection rows, List<SetClause> values, List<SqlNode> returning) {
    super(pos, SqlKind.UPDATE);
    this.rows = rows;
    this.values = List.copyOf(values);
    this.returning = List.copyOf(returning);
  }

  public RowSelection rows() {
    return rows;
  }

  public List<SetClause> values() {
    return values;
  }

  /** Returns the select items of RETURNING; empty for none. */
  public List<SqlNode> returning() {
    return returning;
  }

  @Override
  public List<SqlNode> getOperandList() {
    List<SqlNode> operands = new ArrayList<>(values.stream().map(SetClause::value).toList());
    operands.addAll(rows.operands());
    operands.addAll(returning);
    return operands;
  }

  @Override
  public void write(StatementWriter out) {
    rows.writeNamed(out);
    out.words("UPDATE");
    rows.writeTable(out);
    out.words("SET");
    SetClause.write(out, values);
    rows.writeRest(out, "FROM");
    out.returning(returning);
  }
}

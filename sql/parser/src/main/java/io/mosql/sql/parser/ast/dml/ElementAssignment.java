package io.mosql.sql.parser.ast.dml;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;

/**
 * The value of an array column of which an element or a slice is assigned, {@code a[1] = x}: its
 * operands are the array, the assigned value, and the subscripts. The array is the column, or
 * another such value where several parts of a column are assigned. The planner replaces it by a
 * function.
 */
public final class ElementAssignment extends SqlSpecialOperator {
  public static final ElementAssignment INSTANCE = new ElementAssignment();

  private ElementAssignment() {
    super("element assignment", SqlKind.OTHER);
  }

  /** Whether the node is a call of it. */
  public static boolean is(SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().equals(INSTANCE);
  }

  /** Writes the assignments as in a SET list. */
  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    SqlNode column = call.operand(0);
    if (is(column)) {
      column.unparse(writer, 0, 0);
      writer.literal(", ");
    }
    while (is(column)) {
      column = ((SqlCall) column).operand(0);
    }
    column.unparse(writer, 0, 0);
    List<SqlNode> operands = call.getOperandList();
    for (SqlNode subscript : operands.subList(2, operands.size())) {
      writer.literal("[");
      subscript.unparse(writer, 0, 0);
      writer.literal("]");
    }
    writer.literal(" = ");
    operands.get(1).unparse(writer, 0, 0);
  }
}

package io.mosql.sql.parser.ast.operator;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;

/**
 * The parentheses of a call that is subscripted, {@code (a || b)[1]}: {@code (a[1])[2]} is an
 * element of an element, where {@code a[1][2]} has two subscripts of one array. The planner drops
 * them.
 */
public final class ParenthesizedOperator extends SqlSpecialOperator {
  public static final ParenthesizedOperator INSTANCE = new ParenthesizedOperator();

  private ParenthesizedOperator() {
    super("parentheses", SqlKind.OTHER);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    writer.literal("(");
    call.operand(0).unparse(writer, 0, 0);
    writer.literal(")");
  }
}

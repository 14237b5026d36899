package io.mosql.sql.parser.ast.operator;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSpecialOperator;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The operator {@code path PASSING value AS name, ..}: an SQL/JSON path with the values of its
 * variables. The operands are the path, then each name (as a string literal) with its value. It is
 * the path argument of the standard's JSON functions.
 */
public final class JsonPassingOperator extends SqlSpecialOperator {
  /** Above all operators, so that it is unparsed without parentheses. */
  private static final int PRECEDENCE = 200;

  public static final JsonPassingOperator INSTANCE = new JsonPassingOperator();

  private JsonPassingOperator() {
    super("PASSING", SqlKind.OTHER, PRECEDENCE);
  }

  /** Returns the path with one more variable. */
  public static SqlNode with(SqlNode path, SqlNode value, SqlIdentifier name) {
    List<SqlNode> operands = new ArrayList<>();
    if (path instanceof SqlCall call && call.getOperator().equals(INSTANCE)) {
      operands.addAll(call.getOperandList());
    } else {
      operands.add(path);
    }
    operands.add(SqlLiteral.createCharString(name.getSimple(), name.getParserPosition()));
    operands.add(value);
    SqlParserPos pos = path.getParserPosition().plus(name.getParserPosition());
    return INSTANCE.createCall(pos, operands);
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    call.operand(0).unparse(writer, 0, 0);
    for (int i = 1; i < call.operandCount(); i += 2) {
      writer.keyword(i == 1 ? "PASSING" : ",");
      call.operand(i + 1).unparse(writer, 0, 0);
      writer.keyword("AS");
      SqlNode name = call.operand(i);
      String text = ((SqlLiteral) name).getValueAs(String.class);
      new SqlIdentifier(text, name.getParserPosition()).unparse(writer, 0, 0);
    }
  }
}

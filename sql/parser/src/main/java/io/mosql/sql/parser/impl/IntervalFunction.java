package io.mosql.sql.parser.impl;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The function {@code interval} of the parts of an interval that no literal of the standard holds,
 * or of its text. Written back it is the literal that it was read from. Immutable.
 */
final class IntervalFunction extends SqlUnresolvedFunction {
  private static final long serialVersionUID = 1L;

  private final String text;

  IntervalFunction(String text, SqlParserPos pos) {
    super(
        new SqlIdentifier("interval", pos),
        null,
        null,
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
    this.text = text;
  }

  @Override
  public void unparse(SqlWriter writer, SqlCall call, int leftPrec, int rightPrec) {
    writer.keyword("INTERVAL");
    SqlLiteral.createCharString(text, SqlParserPos.ZERO).unparse(writer, 0, 0);
  }
}

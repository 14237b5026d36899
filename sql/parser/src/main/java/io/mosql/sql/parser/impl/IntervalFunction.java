package io.mosql.sql.parser.impl;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The function {@code interval} over the parts of an interval that is not one literal of the
 * standard, or over its text. It unparses as the literal that it was parsed from. Immutable.
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

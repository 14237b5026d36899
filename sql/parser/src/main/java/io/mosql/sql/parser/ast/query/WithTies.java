package io.mosql.sql.parser.ast.query;

import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The marker of {@code FETCH FIRST n ROWS WITH TIES}: a call with the number as its operand, in
 * place of the query's FETCH number. The call has no syntax of its own and is never evaluated.
 */
public final class WithTies extends SqlFunction {
  public static final WithTies INSTANCE = new WithTies();

  private WithTies() {
    super(
        "WITH TIES",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0,
        null,
        OperandTypes.ANY,
        SqlFunctionCategory.SYSTEM);
  }
}

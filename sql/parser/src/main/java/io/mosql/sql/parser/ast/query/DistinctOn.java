package io.mosql.sql.parser.ast.query;

import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.type.ReturnTypes;

/**
 * The marker of {@code SELECT DISTINCT ON (key, ..)}: a call with the keys as operands, in place of
 * the query's QUALIFY clause. The call has no syntax of its own and is never evaluated.
 */
public final class DistinctOn extends SqlFunction {
  public static final DistinctOn INSTANCE = new DistinctOn();

  private DistinctOn() {
    super(
        "DISTINCT ON",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN,
        null,
        null,
        SqlFunctionCategory.SYSTEM);
  }

  /** Whether the query has DISTINCT ON. */
  public static boolean is(SqlSelect select) {
    return select.getQualify() instanceof SqlCall call && call.getOperator().equals(INSTANCE);
  }
}

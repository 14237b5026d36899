package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.ast.operator.RowTypeNameSpec;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Rewrites functions whose result has the row type of a table: {@code
 * jsonb_populate_record(NULL::t, x)} becomes a call with the parts of the table's name as texts. A
 * row with defaults for missing fields is not supported, because there are no values of row types.
 * Pure.
 */
final class PopulateRecordRewrite {
  private static final Set<String> NAMES =
      Set.of(
          "JSON_POPULATE_RECORD",
          "JSON_POPULATE_RECORDSET",
          "JSONB_POPULATE_RECORD",
          "JSONB_POPULATE_RECORDSET");

  private PopulateRecordRewrite() {}

  /** Rewrites a function in FROM; returns other calls unchanged. */
  static SqlCall rewrite(SqlCall collection) {
    if (collection.getKind() != SqlKind.COLLECTION_TABLE
        || !(collection.operand(0) instanceof SqlCall call)
        || !NAMES.contains(call.getOperator().getName().toUpperCase(Locale.ROOT))
        || call.operandCount() != 2) {
      return collection;
    }
    SqlIdentifier table = table(call.operand(0));
    List<String> names = table.names;
    SqlParserPos pos = table.getParserPosition();
    SqlCall named =
        call.getOperator()
            .createCall(
                call.getParserPosition(),
                call.operand(1),
                text(names.size() == 2 ? names.get(0) : "", pos),
                text(names.get(names.size() - 1), pos));
    return SqlStdOperatorTable.COLLECTION_TABLE.createCall(collection.getParserPosition(), named);
  }

  /** Rejects a cast to a row type elsewhere, because there are no values of such types. */
  static void check(SqlCall cast) {
    if (cast.getKind() == SqlKind.CAST
        && cast.operand(1) instanceof SqlDataTypeSpec type
        && type.getTypeNameSpec() instanceof RowTypeNameSpec name) {
      throw PlanErrors.at(CoreErrorMessage.UNDEFINED_TYPE, name.getParserPos(), name.getTypeName());
    }
  }

  private static SqlNode text(String value, SqlParserPos pos) {
    return SqlLiteral.createCharString(value, pos);
  }

  private static SqlIdentifier table(SqlNode row) {
    if (row.getKind() == SqlKind.CAST
        && ((SqlCall) row).operand(1) instanceof SqlDataTypeSpec type
        && type.getTypeNameSpec() instanceof RowTypeNameSpec name
        && SqlUtil.isNullLiteral(((SqlCall) row).operand(0), false)) {
      return name.getTypeName();
    }
    throw PlanErrors.at(
        CoreErrorMessage.UNSUPPORTED,
        row.getParserPosition(),
        "a row to populate other than NULL::table");
  }
}

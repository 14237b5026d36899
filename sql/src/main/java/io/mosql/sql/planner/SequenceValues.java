package io.mosql.sql.planner;

import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Makes the standard's NEXT VALUE FOR and CURRENT VALUE FOR into calls of functions. */
final class SequenceValues {
  private SequenceValues() {}

  static boolean concerns(SqlKind kind) {
    return kind == SqlKind.NEXT_VALUE || kind == SqlKind.CURRENT_VALUE;
  }

  static SqlCall rewrite(SqlCall call) {
    SqlFunction function =
        call.getKind() == SqlKind.NEXT_VALUE ? Functions.NEXTVAL : Functions.CURRVAL;
    SqlParserPos pos = call.getParserPosition();
    SqlIdentifier sequence = call.operand(0);
    String name =
        sequence.names.stream().map(part -> '"' + part + '"').collect(Collectors.joining("."));
    return function.createCall(pos, SqlLiteral.createCharString(name, pos));
  }
}

package io.mosql.sql.planner.rewrite;

import io.mosql.sql.planner.expression.MosqlOperatorTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** Rewrites the standard's NEXT VALUE FOR and CURRENT VALUE FOR into function calls. */
final class SequenceValueRewrite {
  private static final Set<String> FUNCTIONS = Set.of("NEXTVAL", "CURRVAL", "SETVAL");

  private SequenceValueRewrite() {}

  /**
   * Removes the cast to REGCLASS from the name in a call of a sequence function, as PostgreSQL
   * writes it in a DEFAULT; returns other calls unchanged.
   */
  static SqlCall named(SqlCall call) {
    if (FUNCTIONS.contains(call.getOperator().getName().toUpperCase(Locale.ROOT))
        && call.operandCount() > 0
        && isName(call.operand(0))) {
      List<SqlNode> operands = new ArrayList<>(call.getOperandList());
      operands.set(0, ((SqlCall) operands.get(0)).operand(0));
      return call.getOperator().createCall(call.getParserPosition(), operands);
    }
    return call;
  }

  /** Whether the node is a cast to REGCLASS. */
  static boolean isName(SqlNode node) {
    return node.getKind() == SqlKind.CAST
        && ((SqlCall) node).operand(1) instanceof SqlDataTypeSpec type
        && type.getTypeName().isSimple()
        && type.getTypeName().getSimple().equalsIgnoreCase("REGCLASS");
  }

  static boolean appliesTo(SqlKind kind) {
    return kind == SqlKind.NEXT_VALUE || kind == SqlKind.CURRENT_VALUE;
  }

  static SqlCall rewrite(SqlCall call) {
    SqlFunction function =
        call.getKind() == SqlKind.NEXT_VALUE
            ? MosqlOperatorTable.NEXTVAL
            : MosqlOperatorTable.CURRVAL;
    SqlParserPos pos = call.getParserPosition();
    SqlIdentifier sequence = call.operand(0);
    String name =
        sequence.names.stream().map(part -> '"' + part + '"').collect(Collectors.joining("."));
    return function.createCall(pos, SqlLiteral.createCharString(name, pos));
  }
}

package io.mosql.sql.planner.rewrite;

import io.mosql.sql.function.RowFunctionTable;
import io.mosql.sql.planner.expression.GenerateSeriesFunction;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites calls by where their name stands: {@code pg_catalog.f(x)} is {@code f(x)}, and a scalar
 * function in FROM is a query of one row, whose column has the alias or the name of the function.
 * Pure.
 */
final class FunctionNameRewrite {
  private static final String SCHEMA = "pg_catalog";

  /** Functions that Calcite knows without parentheses only. */
  private static final Set<String> WITHOUT_PARENTHESES =
      Set.of(
          "CURRENT_CATALOG",
          "CURRENT_ROLE",
          "CURRENT_SCHEMA",
          "CURRENT_USER",
          "SESSION_USER",
          "USER");

  private FunctionNameRewrite() {}

  /** Rewrites a call before its operands are visited. */
  static SqlNode rewrite(SqlCall call) {
    if (call.getOperator() instanceof SqlUnresolvedFunction function) {
      return plain(call, function);
    }
    SqlCall scalar = scalarOf(call.getKind() == SqlKind.AS ? call.operand(0) : call);
    if (scalar == null) {
      return call;
    }
    SqlParserPos pos = call.getParserPosition();
    SqlNode name = new SqlIdentifier(lastName(scalar).toLowerCase(Locale.ROOT), pos);
    if (call.getKind() != SqlKind.AS) {
      return SqlStdOperatorTable.AS.createCall(pos, query(scalar, name), name);
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    SqlNode column = operands.size() == 2 ? operands.get(1) : name;
    operands.set(0, query(scalar, column.clone(pos)));
    return SqlStdOperatorTable.AS.createCall(pos, operands);
  }

  /** Whether a name is that of a function with one value, which is not an aggregate. */
  static boolean isScalar(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    if (RowFunctionTable.find(upper) != null || upper.equals(GenerateSeriesFunction.NAME)) {
      return false;
    }
    if (WITHOUT_PARENTHESES.contains(upper)) {
      return true;
    }
    List<SqlOperator> found = new ArrayList<>();
    MosqlOperatorTable.INSTANCE.lookupOperatorOverloads(
        new SqlIdentifier(name, SqlParserPos.ZERO),
        null,
        SqlSyntax.FUNCTION,
        found,
        SqlNameMatchers.withCaseSensitive(false));
    return !found.isEmpty()
        && found.stream()
            .allMatch(op -> op instanceof SqlFunction && !op.isAggregator() && !op.requiresOver());
  }

  private static SqlNode plain(SqlCall call, SqlUnresolvedFunction function) {
    SqlIdentifier name = function.getSqlIdentifier();
    boolean qualified =
        name != null && name.names.size() == 2 && name.names.get(0).equalsIgnoreCase(SCHEMA);
    if (name == null || !qualified && !name.isSimple()) {
      return call;
    }
    String last = name.names.get(name.names.size() - 1);
    if (call.operandCount() == 0 && WITHOUT_PARENTHESES.contains(last.toUpperCase(Locale.ROOT))) {
      return new SqlIdentifier(last.toUpperCase(Locale.ROOT), call.getParserPosition());
    }
    return qualified ? named(last, function.getFunctionType(), call) : call;
  }

  private static SqlNode named(String name, SqlFunctionCategory category, SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    return new SqlUnresolvedFunction(new SqlIdentifier(name, pos), null, null, null, null, category)
        .createCall(call.getFunctionQuantifier(), pos, call.getOperandList());
  }

  private static String lastName(SqlCall function) {
    SqlIdentifier name = ((SqlUnresolvedFunction) function.getOperator()).getSqlIdentifier();
    return name == null ? function.getOperator().getName() : name.names.get(name.names.size() - 1);
  }

  /** The call of a scalar function in FROM; null for any other relation. */
  private static @Nullable SqlCall scalarOf(SqlNode relation) {
    return relation.getKind() == SqlKind.COLLECTION_TABLE
            && ((SqlCall) relation).operand(0) instanceof SqlBasicCall function
            && function.getOperator() instanceof SqlUnresolvedFunction
            && isScalar(lastName(function))
        ? function
        : null;
  }

  private static SqlNode query(SqlCall function, SqlNode column) {
    SqlParserPos pos = function.getParserPosition();
    SqlNode value = named(lastName(function), SqlFunctionCategory.USER_DEFINED_FUNCTION, function);
    return PlainSelect.of(
        pos, SqlNodeList.of(SqlStdOperatorTable.AS.createCall(pos, value, column)), null, null);
  }
}

package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.operator.JsonPassingOperator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Operators and aggregates of JSON, which Calcite's grammar has not. */
final class JsonGrammar {
  private static final Set<String> AGGREGATES =
      Set.of(
          "JSON_AGG",
          "JSONB_AGG",
          "JSON_AGG_STRICT",
          "JSONB_AGG_STRICT",
          "JSON_OBJECT_AGG",
          "JSONB_OBJECT_AGG",
          "JSON_OBJECT_AGG_STRICT",
          "JSONB_OBJECT_AGG_STRICT");

  private JsonGrammar() {}

  /** Puts the call of a function in the place of the last operand, which is its first argument. */
  static void access(
      List<Object> list, String function, boolean negative, SqlNode key, SqlParserPos start) {
    if (!(list.remove(list.size() - 1) instanceof SqlNode document)) {
      throw new GrammarException(start, "an arrow into JSON needs a value before it");
    }
    SqlParserPos pos = document.getParserPosition().plus(key.getParserPosition());
    SqlNode signed = negative ? SqlStdOperatorTable.UNARY_MINUS.createCall(pos, key) : key;
    list.add(unresolved(function, pos).createCall(pos, document, signed));
  }

  /** Whether a call of an aggregate comes next. Later tokens are looked at only behind its name. */
  static boolean beginsAggregate(MosqlParserImpl parser) {
    return parser.getToken(1).kind == MosqlParserImplConstants.IDENTIFIER
        && AGGREGATES.contains(parser.getToken(1).image.toUpperCase(Locale.ROOT))
        && parser.getToken(2).kind == MosqlParserImplConstants.LPAREN;
  }

  static SqlCall aggregate(
      SqlParserPos pos,
      String function,
      @Nullable SqlLiteral quantifier,
      List<SqlNode> arguments,
      @Nullable SqlNodeList order) {
    SqlCall call =
        unresolved(function.toLowerCase(Locale.ROOT), pos)
            .createCall(quantifier, pos, arguments.toArray(SqlNode[]::new));
    return order == null ? call : SqlStdOperatorTable.WITHIN_GROUP.createCall(pos, call, order);
  }

  /**
   * Takes up what is passed to a path, which is the second argument: a value, and then its name,
   * which alone is read as a simple identifier where the value before is still waiting for it.
   *
   * @param arguments a document, a path and, between a value and its name, that value
   */
  static void pass(List<SqlNode> arguments, SqlNode read) {
    if (arguments.size() == 2) {
      arguments.add(read);
      return;
    }
    SqlNode value = arguments.remove(2);
    arguments.set(1, JsonPassingOperator.with(arguments.get(1), value, (SqlIdentifier) read));
  }

  private static SqlUnresolvedFunction unresolved(String name, SqlParserPos pos) {
    return new SqlUnresolvedFunction(
        new SqlIdentifier(name, pos),
        null,
        null,
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }
}

package io.mosql.sql.parser.impl;

import io.mosql.sql.parser.ast.operator.JsonPassingOperator;
import io.mosql.sql.parser.error.ParserErrorMessage;
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

/** Parses JSON operators and aggregates that Calcite's grammar does not have. */
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

  /** Replaces the last operand by a call of a function that has it as its first argument. */
  static void access(
      List<Object> list, String function, boolean negative, SqlNode key, SqlParserPos start) {
    if (!(list.remove(list.size() - 1) instanceof SqlNode document)) {
      throw new GrammarException(start, ParserErrorMessage.OPERAND_MISSING, "->");
    }
    SqlParserPos pos = document.getParserPosition().plus(key.getParserPosition());
    SqlNode signed = negative ? SqlStdOperatorTable.UNARY_MINUS.createCall(pos, key) : key;
    list.add(unresolved(function, pos).createCall(pos, document, signed));
  }

  /** Whether a call of an aggregate comes next. Later tokens are read ahead only after its name. */
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
   * Adds a PASSING value, then its name, to the path, which is the second argument. A simple
   * identifier is a name only directly after a value that has no name yet.
   *
   * @param arguments a document, a path and, when its name is still missing, a value
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

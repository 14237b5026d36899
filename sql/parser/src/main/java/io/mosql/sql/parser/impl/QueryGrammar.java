package io.mosql.sql.parser.impl;

import io.mosql.core.error.SqlState;
import io.mosql.sql.parser.ast.DistinctOn;
import io.mosql.sql.parser.ast.GroupsUnit;
import io.mosql.sql.parser.ast.WithTies;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** What queries have beyond Calcite's grammar; called by the generated parser. */
final class QueryGrammar {
  private QueryGrammar() {}

  /** Whether DISTINCT ON comes next. */
  static boolean beginsDistinctOn(MosqlParserImpl parser) {
    return parser.getToken(1).kind == MosqlParserImplConstants.DISTINCT
        && parser.getToken(2).kind == MosqlParserImplConstants.ON;
  }

  /** What stands in the place of QUALIFY. */
  static @Nullable SqlNode qualify(@Nullable SqlNodeList distinctOn, @Nullable SqlNode qualify) {
    if (distinctOn == null) {
      return qualify;
    }
    if (qualify != null) {
      throw new GrammarException(
          qualify.getParserPosition(),
          SqlState.FEATURE_NOT_SUPPORTED,
          "QUALIFY beside DISTINCT ON is not supported");
    }
    return DistinctOn.INSTANCE.createCall(distinctOn);
  }

  static SqlLiteral groups(SqlParserPos pos) {
    return new GroupsUnit(pos);
  }

  /** FETCH FIRST without a number. */
  static SqlNode one(SqlParserPos pos) {
    return SqlLiteral.createExactNumeric("1", pos);
  }

  static SqlNode withTies(SqlNode count) {
    return WithTies.INSTANCE.createCall(count.getParserPosition(), count);
  }

  // called by generated code, which has to seem to go on behind it
  @SuppressWarnings("DoNotCallSuggester")
  static void refusePercent(SqlParserPos pos) {
    throw new GrammarException(
        pos, SqlState.FEATURE_NOT_SUPPORTED, "FETCH FIRST .. PERCENT is not supported");
  }

  // as above
  @SuppressWarnings("DoNotCallSuggester")
  static void refuseJoinAlias(SqlParserPos pos) {
    throw new GrammarException(
        pos, SqlState.FEATURE_NOT_SUPPORTED, "a name of the columns of USING is not supported");
  }
}

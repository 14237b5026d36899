package io.mosql.sql.parser.impl;

import io.mosql.core.error.SqlState;
import io.mosql.sql.parser.ast.query.DistinctOn;
import io.mosql.sql.parser.ast.query.GroupsFrameUnit;
import io.mosql.sql.parser.ast.query.UsingColumns;
import io.mosql.sql.parser.ast.query.WithTies;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Clauses of queries beyond Calcite's grammar; called by the generated parser. */
final class QueryGrammar {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");

  private QueryGrammar() {}

  /** Whether AS and a reserved word come next, which is a name here. */
  static boolean beginsLabel(MosqlParserImpl parser) {
    if (parser.getToken(1).kind != MosqlParserImplConstants.AS) {
      return false;
    }
    Token word = parser.getToken(2);
    return word.kind != MosqlParserImplConstants.IDENTIFIER
        && word.kind != MosqlParserImplConstants.MEASURE
        && WORD.matcher(word.image).matches();
  }

  static SqlIdentifier label(Token word, MosqlParserImpl parser) throws ParseException {
    return new SqlIdentifier(word.image.toLowerCase(Locale.ROOT), parser.getPos());
  }

  /** Whether a list of columns with their types comes next. */
  static boolean beginsDefinitions(MosqlParserImpl parser) {
    // later tokens are looked at only behind the first one: errors are at the furthest that was
    if (parser.getToken(1).kind != MosqlParserImplConstants.LPAREN) {
      return false;
    }
    int behind = parser.getToken(3).kind;
    return behind != MosqlParserImplConstants.COMMA && behind != MosqlParserImplConstants.RPAREN;
  }

  /** A column is two arguments more: its name, and NULL of its type. */
  static void define(List<SqlNode> columns, SqlIdentifier name, SqlDataTypeSpec type) {
    SqlParserPos pos = name.getParserPosition();
    columns.add(SqlLiteral.createCharString(name.getSimple(), pos));
    columns.add(SqlStdOperatorTable.CAST.createCall(pos, SqlLiteral.createNull(pos), type));
  }

  /** A function in FROM with the columns that its result is to have. */
  static SqlNode withColumns(SqlNode relation, List<SqlNode> columns) {
    if (relation.getKind() != SqlKind.COLLECTION_TABLE && relation.getKind() != SqlKind.LATERAL
        || !(((SqlCall) relation).operand(0) instanceof SqlCall inner)) {
      throw new GrammarException(
          columns.get(0).getParserPosition(),
          "a column definition list is only allowed for functions returning \"record\"");
    }
    if (relation.getKind() == SqlKind.LATERAL) {
      return SqlStdOperatorTable.LATERAL.createCall(
          relation.getParserPosition(), withColumns(inner, columns));
    }
    List<SqlNode> operands = new ArrayList<>(inner.getOperandList());
    operands.addAll(columns);
    return SqlStdOperatorTable.COLLECTION_TABLE.createCall(
        relation.getParserPosition(),
        inner.getOperator().createCall(inner.getParserPosition(), operands));
  }

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

  /** What is grouped by becomes one ROLLUP. */
  static void rollUp(List<SqlNode> elements, SqlParserPos pos) {
    SqlNode rollUp = SqlStdOperatorTable.ROLLUP.createCall(pos, List.copyOf(elements));
    elements.clear();
    elements.add(rollUp);
  }

  static SqlLiteral groups(SqlParserPos pos) {
    return new GroupsFrameUnit(pos);
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

  /** The columns of USING, with the name that they may have together. */
  static SqlNodeList using(SqlNodeList columns, SqlParserPos pos, @Nullable SqlIdentifier alias) {
    SqlNodeList list = new SqlNodeList(columns, pos);
    return alias == null ? list : new UsingColumns(list, alias);
  }

  /** What may have an alias: a join in parentheses is a query of all its columns. */
  static SqlNode derived(SqlNode relation) {
    if (relation.getKind() != SqlKind.JOIN) {
      return relation;
    }
    SqlParserPos pos = relation.getParserPosition();
    return new SqlSelect(
        pos,
        null,
        SqlNodeList.of(SqlIdentifier.star(pos)),
        relation,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  /**
   * Relations with a comma between them.
   *
   * @param right with the joins behind it. They see what is before the comma where a LATERAL among
   *     them may refer to it, which Calcite finds only in a tree that is deep to the left.
   */
  static SqlNode comma(SqlNode left, SqlLiteral comma, SqlNode right) {
    if (right instanceof SqlJoin join && isKeepingLeft(join) && isLateral(join.getRight())) {
      join.setLeft(comma(left, comma, join.getLeft()));
      return join;
    }
    SqlParserPos pos = comma.getParserPosition();
    return new SqlJoin(
        pos,
        left,
        SqlLiteral.createBoolean(false, pos),
        comma,
        right,
        JoinConditionType.NONE.symbol(SqlParserPos.ZERO),
        null);
  }

  /** Whether a condition comes next that belongs to a join further to the left. */
  static boolean beginsLateCondition(MosqlParserImpl parser) {
    int next = parser.getToken(1).kind;
    if (next != MosqlParserImplConstants.ON) {
      return next == MosqlParserImplConstants.USING;
    }
    String word = parser.getToken(2).image;
    return !word.equalsIgnoreCase("CONFLICT") && !word.equalsIgnoreCase("DUPLICATE");
  }

  /**
   * A condition behind that of the last join, {@code a JOIN b JOIN c ON .. ON ..}: it is of the
   * last join that has none, whose right side is all that was joined since.
   */
  static SqlNode late(SqlNode joined, SqlLiteral type, SqlNode condition) {
    SqlNode above = joined;
    SqlJoin last = null;
    while (above instanceof SqlJoin join && !lacksCondition(join)) {
      last = join;
      above = join.getLeft();
    }
    if (last == null || !(above instanceof SqlJoin open)) {
      throw new GrammarException(
          type.getParserPosition(), "syntax error at or near \"" + type.toValue() + "\"");
    }
    last.setLeft(open.getRight());
    return new SqlJoin(
        open.getParserPosition(),
        open.getLeft(),
        open.isNaturalNode(),
        open.getJoinTypeNode(),
        joined,
        type,
        condition);
  }

  private static boolean lacksCondition(SqlJoin join) {
    return join.getConditionType() == JoinConditionType.NONE
        && !join.isNatural()
        && switch (join.getJoinType()) {
          case INNER, LEFT, RIGHT, FULL -> true;
          default -> false;
        };
  }

  private static boolean isKeepingLeft(SqlJoin join) {
    return !join.isNatural()
        && join.getConditionType() != JoinConditionType.USING
        && switch (join.getJoinType()) {
          case INNER, CROSS, LEFT -> true;
          default -> false;
        };
  }

  private static boolean isLateral(SqlNode relation) {
    return switch (relation.getKind()) {
      case AS -> isLateral(((SqlCall) relation).operand(0));
      case LATERAL, COLLECTION_TABLE, UNNEST -> true;
      default -> false;
    };
  }
}

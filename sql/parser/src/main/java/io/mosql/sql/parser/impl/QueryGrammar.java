package io.mosql.sql.parser.impl;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.sql.parser.ast.operator.ParenthesizedOperator;
import io.mosql.sql.parser.ast.operator.SliceOperator;
import io.mosql.sql.parser.ast.query.DistinctOn;
import io.mosql.sql.parser.ast.query.GroupsFrameUnit;
import io.mosql.sql.parser.ast.query.UsingColumns;
import io.mosql.sql.parser.ast.query.WithTies;
import io.mosql.sql.parser.error.ParserErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/** Parses the query clauses that extend Calcite's grammar; called by the generated parser. */
final class QueryGrammar {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");

  private QueryGrammar() {}

  /** Whether AS and a reserved word as an alias come next. */
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

  /** Whether a column definition list (names with types) comes next. */
  static boolean beginsDefinitions(MosqlParserImpl parser) {
    // read further tokens only after this one matches: errors are reported at the furthest token
    // read
    if (parser.getToken(1).kind != MosqlParserImplConstants.LPAREN) {
      return false;
    }
    int behind = parser.getToken(3).kind;
    return behind != MosqlParserImplConstants.COMMA && behind != MosqlParserImplConstants.RPAREN;
  }

  /** Adds a column definition as two arguments: its name, and NULL of its type. */
  static void define(List<SqlNode> columns, SqlIdentifier name, SqlDataTypeSpec type) {
    SqlParserPos pos = name.getParserPosition();
    columns.add(SqlLiteral.createCharString(name.getSimple(), pos));
    columns.add(SqlStdOperatorTable.CAST.createCall(pos, SqlLiteral.createNull(pos), type));
  }

  /** Returns a function in FROM with a column definition list. */
  static SqlNode withColumns(SqlNode relation, List<SqlNode> columns) {
    if (relation.getKind() != SqlKind.COLLECTION_TABLE && relation.getKind() != SqlKind.LATERAL
        || !(((SqlCall) relation).operand(0) instanceof SqlCall inner)) {
      throw new GrammarException(
          columns.get(0).getParserPosition(),
          ParserErrorMessage.COLUMN_DEFINITION_LIST_NOT_ALLOWED);
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

  /** Returns the node in the place of QUALIFY. */
  static @Nullable SqlNode qualify(@Nullable SqlNodeList distinctOn, @Nullable SqlNode qualify) {
    if (distinctOn == null) {
      return qualify;
    }
    if (qualify != null) {
      throw new GrammarException(
          qualify.getParserPosition(), CoreErrorMessage.UNSUPPORTED, "QUALIFY with DISTINCT ON");
    }
    return DistinctOn.INSTANCE.createCall(distinctOn);
  }

  /** Replaces the elements of GROUP BY by one ROLLUP of them. */
  static void rollUp(List<SqlNode> elements, SqlParserPos pos) {
    SqlNode rollUp = SqlStdOperatorTable.ROLLUP.createCall(pos, List.copyOf(elements));
    elements.clear();
    elements.add(rollUp);
  }

  static SqlLiteral groups(SqlParserPos pos) {
    return new GroupsFrameUnit(pos);
  }

  /** Returns the number 1, for FETCH FIRST without a number. */
  static SqlNode one(SqlParserPos pos) {
    return SqlLiteral.createExactNumeric("1", pos);
  }

  static SqlNode withTies(SqlNode count) {
    return WithTies.INSTANCE.createCall(count.getParserPosition(), count);
  }

  // generated code calls it as a method that returns normally
  @SuppressWarnings("DoNotCallSuggester")
  static void refusePercent(SqlParserPos pos) {
    throw new GrammarException(pos, CoreErrorMessage.UNSUPPORTED, "FETCH FIRST .. PERCENT");
  }

  /** Returns the columns of USING, with the alias of the merged columns if there is one. */
  static SqlNodeList using(SqlNodeList columns, SqlParserPos pos, @Nullable SqlIdentifier alias) {
    SqlNodeList list = new SqlNodeList(columns, pos);
    return alias == null ? list : new UsingColumns(list, alias);
  }

  /**
   * Returns a relation that may have an alias: a join in parentheses becomes a query of all its
   * columns.
   */
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
   * Joins two relations with a comma.
   *
   * @param right the relation after the comma with its joins. A LATERAL among them may refer to
   *     relations before the comma; Calcite resolves that only in a left-deep tree
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
   * Adds a condition after that of the last join, {@code a JOIN b JOIN c ON .. ON ..}: it belongs
   * to the last join without a condition, whose right side is the join of all relations after it.
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
          type.getParserPosition(), ParserErrorMessage.SYNTAX_ERROR_AT, type.toValue());
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

  /** Returns the bounds of a slice of an array; a bound that is null is that of the array. */
  static SqlNode slice(@Nullable SqlNode lower, @Nullable SqlNode upper, SqlParserPos pos) {
    if (lower == null) {
      return upper == null
          ? SliceOperator.WHOLE.createCall(pos)
          : SliceOperator.TO.createCall(pos, upper);
    }
    return upper == null
        ? SliceOperator.FROM.createCall(pos, lower)
        : SliceOperator.BETWEEN.createCall(pos, lower, upper);
  }

  /**
   * Marks the call at the end of a list of operands and operators as one in parentheses before it
   * is subscripted. It stood in such, or may: calls of functions. A call that is a subscript itself
   * is none.
   */
  static void subscript(List<Object> list) {
    int last = list.size() - 1;
    boolean subscripted =
        last > 0
            && list.get(last - 1) instanceof SqlParserUtil.ToTreeListItem item
            && item.getOperator().equals(SqlStdOperatorTable.ITEM);
    if (!subscripted && list.get(last) instanceof SqlCall call) {
      SqlParserPos pos = call.getParserPosition();
      list.set(last, ParenthesizedOperator.INSTANCE.createCall(pos, call));
    }
  }

  /** Returns the call of unnest as a value. */
  static SqlNode unnest(SqlNodeList arguments, SqlParserPos pos) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier("unnest", pos),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(pos, arguments.getList());
  }

  private static boolean isLateral(SqlNode relation) {
    return switch (relation.getKind()) {
      case AS -> isLateral(((SqlCall) relation).operand(0));
      case LATERAL, COLLECTION_TABLE, UNNEST -> true;
      default -> false;
    };
  }
}

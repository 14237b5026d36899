package io.mosql.sql.planner.rewrite;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.library.ArrayLibrary;
import io.mosql.sql.function.library.ArrayRowLibrary;
import io.mosql.sql.function.library.DeclaredDigits;
import io.mosql.sql.parser.ast.dml.ElementAssignment;
import io.mosql.sql.parser.ast.operator.ParenthesizedOperator;
import io.mosql.sql.parser.ast.operator.SliceOperator;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.AggregateFunctions;
import io.mosql.sql.planner.expression.ResolvedTypeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnnestOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlQuantifyOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the syntax of arrays into functions. Array constructors that are used as rows or as a
 * list become such: {@code UNNEST(ARRAY[..])} becomes VALUES, {@code x = ANY (ARRAY[..])} becomes
 * comparisons with each element. Pure.
 */
final class ArrayRewrite {
  private static final String NAME = "unnest";
  private static final String ORDINALITY = "ordinality";
  private static final String SUBSCRIPT = "JSONB_SUBSCRIPT";

  /** Alias and column of the query of {@code ARRAY(SELECT ..)}. */
  private static final String QUERY = "$array";

  private static final String ITEM = "$item";

  private ArrayRewrite() {}

  /** Rewrites UNNEST, with or without an alias, into VALUES; returns other calls unchanged. */
  static SqlCall rows(SqlCall call) {
    if (call.getKind() == SqlKind.UNNEST) {
      return named(call, new SqlIdentifier(NAME, call.getParserPosition()), List.of(), call);
    }
    if (call.getKind() == SqlKind.AS && call.operand(0).getKind() == SqlKind.UNNEST) {
      List<SqlNode> operands = call.getOperandList();
      return named(
          call.operand(0),
          (SqlIdentifier) operands.get(1),
          operands.subList(2, operands.size()),
          call);
    }
    return call;
  }

  private static SqlCall named(
      SqlCall unnest, SqlIdentifier alias, List<SqlNode> given, SqlCall whole) {
    List<List<SqlNode>> arrays = new ArrayList<>();
    for (SqlNode operand : unnest.getOperandList()) {
      List<SqlNode> elements = elements(operand);
      if (elements == null) {
        return namedFunction(unnest, alias, given, whole);
      }
      arrays.add(elements);
    }
    boolean numbered = ((SqlUnnestOperator) unnest.getOperator()).withOrdinality;
    SqlParserPos pos = unnest.getParserPosition();
    return named(values(arrays, numbered, pos), arrays.size(), numbered, alias, given, whole);
  }

  private static SqlCall named(
      SqlNode relation,
      int arrays,
      boolean numbered,
      SqlIdentifier alias,
      List<SqlNode> given,
      SqlCall whole) {
    List<SqlNode> operands = new ArrayList<>();
    operands.add(
        refersToColumns(relation)
            ? SqlStdOperatorTable.LATERAL.createCall(relation.getParserPosition(), relation)
            : relation);
    operands.add(alias);
    operands.addAll(given);
    for (int i = given.size(); i < arrays + (numbered ? 1 : 0); i++) {
      String name =
          i == arrays
              ? ORDINALITY
              : arrays == 1 ? alias.getSimple() : i == 0 ? NAME : NAME + (i + 1);
      operands.add(new SqlIdentifier(name, alias.getParserPosition()));
    }
    return SqlStdOperatorTable.AS.createCall(whole.getParserPosition(), operands);
  }

  /** Returns the call of the set-returning function. */
  private static SqlCall namedFunction(
      SqlCall unnest, SqlIdentifier alias, List<SqlNode> given, SqlCall whole) {
    boolean numbered = ((SqlUnnestOperator) unnest.getOperator()).withOrdinality;
    SqlParserPos pos = unnest.getParserPosition();
    SqlNode call =
        new SqlUnresolvedFunction(
                new SqlIdentifier(
                    numbered ? ArrayRowLibrary.NUMBERED : ArrayRowLibrary.UNNEST, pos),
                null,
                null,
                null,
                null,
                SqlFunctionCategory.USER_DEFINED_TABLE_FUNCTION)
            .createCall(pos, unnest.getOperandList());
    return named(
        SqlStdOperatorTable.COLLECTION_TABLE.createCall(pos, call),
        unnest.operandCount(),
        numbered,
        alias,
        given,
        whole);
  }

  /**
   * Returns the elements of an array constructor; null for another expression, and for one without
   * elements or of arrays.
   */
  private static @Nullable List<SqlNode> elements(SqlNode array) {
    if (array.getKind() != SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
      return null;
    }
    List<SqlNode> elements = ((SqlCall) array).getOperandList();
    boolean nested =
        elements.stream()
            .anyMatch(
                element ->
                    element.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
                        || element.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR);
    return elements.isEmpty() || nested ? null : elements;
  }

  /**
   * Returns the elements that a value is compared with: also those of a cast of literals, which
   * take the type of the value, and of texts to texts; null where the cast rounds them.
   */
  private static @Nullable List<SqlNode> comparedElements(SqlNode array) {
    SqlType type = ResolvedTypeSpec.ofCast(array, TypeKind.ARRAY);
    if (type == null) {
      return elements(array);
    }
    if (DeclaredDigits.has(type)) {
      return null;
    }
    List<SqlNode> elements = elements(((SqlCall) array).operand(0));
    boolean texts = type.elementType().equals(SqlType.TEXT);
    return elements != null && elements.stream().allMatch(e -> isText(e, texts)) ? elements : null;
  }

  private static boolean isText(SqlNode element, boolean cast) {
    return element instanceof SqlCharStringLiteral
        || cast
            && element.getKind() == SqlKind.CAST
            && ((SqlCall) element).operand(1) instanceof SqlDataTypeSpec spec
            && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
            && basic.getPrecision() < 0
            && basic.getTypeName().getSimple().equals(SqlTypeName.VARCHAR.name());
  }

  /**
   * Returns rows of the arrays' elements side by side, with NULL after the end of shorter arrays.
   */
  private static SqlNode values(List<List<SqlNode>> arrays, boolean numbered, SqlParserPos pos) {
    int count = arrays.stream().mapToInt(List::size).max().orElse(0);
    List<SqlNode> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<SqlNode> row = new ArrayList<>();
      for (List<SqlNode> array : arrays) {
        row.add(i < array.size() ? typed(array.get(i), array) : SqlLiteral.createNull(pos));
      }
      if (numbered) {
        row.add(number(i + 1, pos));
      }
      rows.add(SqlStdOperatorTable.ROW.createCall(pos, row));
    }
    return SqlStdOperatorTable.VALUES.createCall(pos, rows);
  }

  /** Gives a parameter the type of another element, which is not evaluated. */
  private static SqlNode typed(SqlNode element, List<SqlNode> array) {
    if (!(element instanceof SqlDynamicParam)) {
      return element;
    }
    SqlParserPos pos = element.getParserPosition();
    return array.stream()
        .filter(other -> !(other instanceof SqlDynamicParam) && !SqlUtil.isNullLiteral(other, true))
        .findFirst()
        .map(
            other ->
                SqlCase.createSwitched(
                    pos,
                    null,
                    SqlNodeList.of(SqlLiteral.createBoolean(true, pos)),
                    SqlNodeList.of(element),
                    SyntaxTreeRewrite.copy(other)))
        .map(SqlNode.class::cast)
        .orElse(element);
  }

  private static SqlNode number(int number, SqlParserPos pos) {
    return SqlStdOperatorTable.CAST.createCall(
        pos,
        SqlLiteral.createExactNumeric(String.valueOf(number), pos),
        new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, pos), pos));
  }

  static boolean refersToColumns(SqlNode values) {
    return SqlNodeFinder.hasName(values, name -> true);
  }

  /**
   * Rewrites a call before its operands are visited: {@code ARRAY(SELECT ..)} into an aggregate,
   * and {@code x = ANY (..)} of arrays. Returns other calls unchanged.
   */
  static SqlNode rewrite(SqlCall call) {
    if (call.getKind() == SqlKind.CAST) {
      return cast(call);
    }
    if (call.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR) {
      return ofQuery(call);
    }
    return call.getKind() == SqlKind.SOME || call.getKind() == SqlKind.ALL
        ? quantified(call)
        : call;
  }

  /** Rewrites constructors and subscripts, whose operands have been visited, into functions. */
  static SqlNode function(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    if (call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
        || call.getOperator().equals(SqlLibraryOperators.ARRAY)) {
      if (call.operandCount() == 0) {
        throw PlanErrors.at(SqlErrorMessage.EMPTY_ARRAY_TYPE_UNKNOWN, pos);
      }
      return function(ArrayLibrary.CONSTRUCTOR).createCall(pos, call.getOperandList());
    }
    if (ElementAssignment.is(call)) {
      return assigned(call);
    }
    return call.getOperator().equals(SqlStdOperatorTable.ITEM)
        ? subscript(call.operand(0), call.operand(1), pos)
        : call;
  }

  private static SqlOperator function(String name) {
    return Objects.requireNonNull(FunctionTable.find(name), name);
  }

  /**
   * Adds a subscript or slice to those that stand before it. Where one of them is a slice, all are,
   * and a plain subscript n is 1:n.
   */
  private static SqlNode subscript(SqlNode base, SqlNode added, SqlParserPos pos) {
    if (base instanceof SqlCall call && call.getOperator().equals(ParenthesizedOperator.INSTANCE)) {
      return subscript(call.operand(0), "", added, pos);
    }
    return subscript(
        base, base instanceof SqlCall call ? call.getOperator().getName() : "", added, pos);
  }

  private static SqlNode subscript(SqlNode base, String name, SqlNode added, SqlParserPos pos) {
    boolean sliced = name.equals(ArrayLibrary.SLICE);
    boolean subscripted = name.equals(SUBSCRIPT);
    List<SqlNode> operands = new ArrayList<>();
    if (sliced || subscripted) {
      operands.addAll(((SqlCall) base).getOperandList());
    } else {
      operands.add(base);
    }
    SliceOperator slice =
        added instanceof SqlCall bounds && bounds.getOperator() instanceof SliceOperator operator
            ? operator
            : null;
    if (slice == null && !sliced) {
      operands.add(added);
      return function(SUBSCRIPT).createCall(pos, operands);
    }
    StringBuilder letters = new StringBuilder();
    if (sliced) {
      letters.append(((SqlLiteral) operands.remove(1)).getValueAs(String.class));
    } else {
      letters.append("i".repeat(operands.size() - 1));
    }
    letters.append(letter(slice));
    operands.add(1, SqlLiteral.createCharString(letters.toString(), pos));
    operands.addAll(slice == null ? List.of(added) : ((SqlCall) added).getOperandList());
    return function(ArrayLibrary.SLICE).createCall(pos, operands);
  }

  /** Returns the array with an assigned part. */
  private static SqlNode assigned(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    StringBuilder letters = new StringBuilder();
    List<SqlNode> bounds = new ArrayList<>();
    for (SqlNode subscript : call.getOperandList().subList(2, call.operandCount())) {
      boolean sliced =
          subscript instanceof SqlCall each && each.getOperator() instanceof SliceOperator;
      letters.append(letter(sliced ? (SliceOperator) ((SqlCall) subscript).getOperator() : null));
      bounds.addAll(sliced ? ((SqlCall) subscript).getOperandList() : List.of(subscript));
    }
    List<SqlNode> operands = new ArrayList<>();
    operands.add(call.operand(0));
    operands.add(call.operand(1));
    operands.add(SqlLiteral.createCharString(letters.toString(), pos));
    operands.addAll(bounds);
    return function(ArrayLibrary.SET).createCall(pos, operands);
  }

  private static char letter(@Nullable SliceOperator slice) {
    if (slice == null) {
      return 'i';
    }
    return slice.hasLower() ? slice.hasUpper() ? 'b' : 'l' : slice.hasUpper() ? 'u' : 'w';
  }

  /** Returns a cast constructor without elements as the cast of a text; others are unchanged. */
  private static SqlNode cast(SqlCall cast) {
    SqlType type = ResolvedTypeSpec.ofCast(cast, TypeKind.ARRAY);
    SqlNode array = cast.operand(0);
    boolean empty =
        type != null
            && array.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
            && ((SqlCall) array).operandCount() == 0;
    if (!empty) {
      return cast;
    }
    SqlParserPos pos = array.getParserPosition();
    return SqlStdOperatorTable.CAST.createCall(
        cast.getParserPosition(), SqlLiteral.createCharString("{}", pos), cast.operand(1));
  }

  /** Returns the rows of a query, in their order, as an array. */
  private static SqlNode ofQuery(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode rows =
        SqlStdOperatorTable.AS.createCall(
            pos, call.operand(0), new SqlIdentifier(QUERY, pos), new SqlIdentifier(ITEM, pos));
    SqlNode aggregate =
        Objects.requireNonNull(AggregateFunctions.find(AggregateFunctions.ARRAY_OF_ROWS))
            .createCall(pos, new SqlIdentifier(List.of(QUERY, ITEM), pos));
    return SqlStdOperatorTable.SCALAR_QUERY.createCall(
        pos, PlainSelect.of(pos, SqlNodeList.of(aggregate), rows, null));
  }

  /**
   * Rewrites {@code x = ANY (ARRAY[..])} and similar predicates; not sub-queries and plain lists.
   */
  static SqlNode quantified(SqlCall call) {
    if (!(call.getOperator() instanceof SqlQuantifyOperator operator)) {
      return call;
    }
    if (!(call.operand(1) instanceof SqlNodeList list)) {
      SqlNode query = call.operand(1);
      if (query.isA(SqlKind.QUERY)
          && !(query instanceof SqlSelect || query instanceof SqlOrderBy)) {
        // Calcite adds casts only to the outputs of a SELECT
        call.setOperand(1, SyntaxTreeRewrite.allOf(query, query.getParserPosition()));
      }
      return call;
    }
    if (list.size() != 1) {
      return call;
    }
    SqlNode array = list.get(0);
    SqlParserPos pos = call.getParserPosition();
    if (array.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR) {
      return operator.createCall(pos, call.operand(0), ((SqlCall) array).operand(0));
    }
    List<SqlNode> elements = comparedElements(array);
    if (elements == null) {
      boolean all = operator.getKind() == SqlKind.ALL;
      return function(ArrayLibrary.quantified(operator.comparisonKind.sql, all))
          .createCall(pos, call.operand(0), array);
    }
    SqlOperator comparison = comparison(operator.comparisonKind);
    List<SqlNode> comparisons = new ArrayList<>();
    for (SqlNode element : elements) {
      comparisons.add(
          comparison.createCall(
              element.getParserPosition(), SyntaxTreeRewrite.copy(call.operand(0)), element));
    }
    SqlOperator together =
        operator.getKind() == SqlKind.ALL ? SqlStdOperatorTable.AND : SqlStdOperatorTable.OR;
    return SyntaxTreeRewrite.balanced(together, comparisons, 0, comparisons.size(), pos);
  }

  private static SqlOperator comparison(SqlKind kind) {
    return Stream.of(
            SqlStdOperatorTable.EQUALS,
            SqlStdOperatorTable.NOT_EQUALS,
            SqlStdOperatorTable.LESS_THAN,
            SqlStdOperatorTable.LESS_THAN_OR_EQUAL,
            SqlStdOperatorTable.GREATER_THAN,
            SqlStdOperatorTable.GREATER_THAN_OR_EQUAL)
        .filter(operator -> operator.getKind() == kind)
        .findAny()
        .orElseThrow();
  }
}

package io.mosql.sql.planner.rewrite;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.library.DeclaredDigits;
import io.mosql.sql.parser.ast.operator.ContainmentOperator;
import io.mosql.sql.parser.ast.operator.JsonPassingOperator;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.expression.ResolvedTypeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlJsonConstructorNullClause;
import org.apache.calcite.sql.SqlJsonEmptyOrError;
import org.apache.calcite.sql.SqlJsonQueryEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonQueryWrapperBehavior;
import org.apache.calcite.sql.SqlJsonValueEmptyOrErrorBehavior;
import org.apache.calcite.sql.SqlJsonValueReturning;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlJsonArrayAggAggFunction;
import org.apache.calcite.sql.fun.SqlJsonObjectAggAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites calls of the SQL standard's JSON functions, as Calcite's parser makes them, into MoSQL's
 * functions of the same names: clauses after the arguments become arguments. Pure.
 */
final class JsonRewrite {
  /** Argument names of functions. */
  private static final Map<String, List<String>> ARGUMENTS =
      Map.of(
          "PATH",
          List.of("target", "path", "vars", "silent"),
          "JSONB_SET",
          List.of("jsonb_in", "path", "replacement", "create_if_missing"),
          "JSONB_SET_LAX",
          List.of("jsonb_in", "path", "replacement", "create_if_missing", "null_value_treatment"),
          "JSONB_INSERT",
          List.of("jsonb_in", "path", "replacement", "insert_after"));

  /** Functions with text array arguments. */
  private static final Set<String> TAKE_TEXTS =
      Set.of(
          "JSON_GET_PATH",
          "JSON_GET_PATH_TEXT",
          "JSONB_SET",
          "JSONB_SET_LAX",
          "JSONB_INSERT",
          "JSONB_DELETE",
          "JSONB_DELETE_PATH",
          "JSONB_EXISTS_ANY",
          "JSONB_EXISTS_ALL",
          "JSONB_OBJECT");

  private static final String IS_JSON = "IS JSON ";
  private static final String IS_NOT_JSON = "IS NOT JSON ";

  private JsonRewrite() {}

  /** Replaces arrays of string literals as key arguments by PostgreSQL's text form of an array. */
  static void takeTexts(SqlCall call) {
    String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
    boolean arrays =
        call.getOperator() instanceof ContainmentOperator operator && operator.takesArrays();
    if (!(call.getOperator() instanceof ContainmentOperator && !arrays)
        && call.getKind() != SqlKind.MINUS
        && !TAKE_TEXTS.contains(name)) {
      return;
    }
    for (int i = 0; i < call.operandCount(); i++) {
      SqlNode operand = call.operand(i);
      if (operand == null) {
        continue;
      }
      boolean cast =
          SqlType.arrayOf(SqlType.TEXT).equals(ResolvedTypeSpec.ofCast(operand, TypeKind.ARRAY));
      SqlNode array = cast ? ((SqlCall) operand).operand(0) : operand;
      if (array.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR) {
        String texts = texts((SqlCall) array);
        if (texts != null) {
          call.setOperand(i, text(texts, array.getParserPosition()));
        }
      } else if (cast && array instanceof SqlLiteral) {
        call.setOperand(i, array);
      }
    }
  }

  /** Returns the text form of an array; null when it is not an array of string literals. */
  private static @Nullable String texts(SqlCall array) {
    List<String> texts = new ArrayList<>();
    for (SqlNode element : array.getOperandList()) {
      if (SqlUtil.isNullLiteral(element, false)) {
        texts.add("NULL");
      } else if (element instanceof SqlCharStringLiteral literal) {
        String value = Objects.requireNonNull(literal.getValueAs(String.class));
        texts.add('"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"');
      } else {
        return null;
      }
    }
    return "{" + String.join(",", texts) + "}";
  }

  /** Returns the call in MoSQL's form; other calls are returned unchanged. */
  static SqlNode rewrite(SqlCall call) {
    if (call.getKind() == SqlKind.VALUES) {
      readDocuments(call.getOperandList());
      return call;
    }
    SqlOperator operator = call.getOperator();
    if (operator instanceof SqlFunction
        && call.getOperandList().stream()
            .anyMatch(node -> node != null && node.getKind() == SqlKind.ARGUMENT_ASSIGNMENT)) {
      return placed(call);
    }
    if (operator.equals(SqlStdOperatorTable.JSON_VALUE_EXPRESSION)) {
      return function("JSON", call.getParserPosition(), call.getOperandList());
    }
    if (call.getKind() == SqlKind.CAST && is(call.operand(1), "JSONPATH")) {
      return function("JSONPATH", call.getParserPosition(), List.of(call.operand(0)));
    }
    if (call.getKind() == SqlKind.CAST && (isJson(call.operand(1)) || isJsonb(call.operand(1)))) {
      String name = isJson(call.operand(1)) ? "JSON" : "JSONB";
      return function(name, call.getParserPosition(), List.of(call.operand(0)));
    }
    if (operator instanceof ContainmentOperator json) {
      return function(json.function(), call.getParserPosition(), call.getOperandList());
    }
    if (operator instanceof SqlPostfixOperator) {
      return test(call);
    }
    if (operator instanceof SqlJsonArrayAggAggFunction array) {
      return arrays(call, array.getNullClause());
    }
    if (operator instanceof SqlJsonObjectAggAggFunction object) {
      String name = absent(object.getNullClause()) ? "JSON_OBJECT_AGG_STRICT" : "JSON_OBJECT_AGG";
      return function(name, call.getParserPosition(), call.getOperandList());
    }
    if (operator.equals(SqlStdOperatorTable.JSON_EXISTS)) {
      return exists(call);
    }
    if (operator.equals(SqlStdOperatorTable.JSON_VALUE)) {
      return value(call);
    }
    if (operator.equals(SqlStdOperatorTable.JSON_QUERY)) {
      return query(call);
    }
    if (operator.equals(SqlStdOperatorTable.JSON_OBJECT)) {
      return constructor(call, "JSON_OBJECT", SqlJsonConstructorNullClause.NULL_ON_NULL);
    }
    if (operator.equals(SqlStdOperatorTable.JSON_ARRAY)) {
      return constructor(call, "JSON_ARRAY", SqlJsonConstructorNullClause.ABSENT_ON_NULL);
    }
    return call;
  }

  /** Casts string literals to JSONB in columns of VALUES in which another row has JSONB. */
  private static void readDocuments(List<SqlNode> rows) {
    int width = ((SqlCall) rows.get(0)).operandCount();
    for (int i = 0; i < width; i++) {
      int column = i;
      boolean documents =
          rows.size() > 1 && rows.stream().anyMatch(row -> isDocument(((SqlCall) row), column));
      for (SqlNode row : documents ? rows : List.<SqlNode>of()) {
        SqlCall cells = (SqlCall) row;
        if (column < cells.operandCount()
            && cells.operand(column) instanceof SqlCharStringLiteral literal) {
          cells.setOperand(
              column, function("JSONB", literal.getParserPosition(), List.of(literal)));
        }
      }
    }
  }

  private static boolean isDocument(SqlCall row, int column) {
    return column < row.operandCount()
        && row.operand(column) instanceof SqlCall cell
        && cell.getOperator().getName().equals("JSONB");
  }

  /**
   * Puts named arguments of a call into their positions; omitted ones in between get default
   * values.
   */
  private static SqlNode placed(SqlCall call) {
    String function = call.getOperator().getName().toUpperCase(Locale.ROOT);
    List<String> names = ARGUMENTS.get(function.startsWith("JSONB_PATH_") ? "PATH" : function);
    if (names == null) {
      return call;
    }
    SqlParserPos pos = call.getParserPosition();
    List<@Nullable SqlNode> placed = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      boolean named = operand.getKind() == SqlKind.ARGUMENT_ASSIGNMENT;
      SqlNode value = named ? ((SqlCall) operand).operand(0) : operand;
      int place = named ? names.indexOf(((SqlCall) operand).operand(1).toString()) : placed.size();
      if (place < 0 || place < placed.size() && placed.get(place) != null) {
        throw PlanErrors.at(
            SqlErrorMessage.ARGUMENT_NAME_NOT_USABLE, operand.getParserPosition(), function);
      }
      while (placed.size() <= place) {
        placed.add(null);
      }
      placed.set(place, value);
    }
    List<SqlNode> operands = new ArrayList<>();
    for (int i = 0; i < placed.size(); i++) {
      SqlNode value = placed.get(i);
      SqlNode usual =
          switch (i < names.size() ? names.get(i) : "") {
            case "vars" -> SqlLiteral.createCharString("{}", pos);
            case "silent", "insert_after" -> SqlLiteral.createBoolean(false, pos);
            case "create_if_missing" -> SqlLiteral.createBoolean(true, pos);
            default -> SqlLiteral.createNull(pos);
          };
      operands.add(value == null ? usual : value);
    }
    return call.getOperator().createCall(call.getFunctionQuantifier(), pos, operands);
  }

  /** Whether the type is the one that the parser creates for JSON. */
  private static boolean isJson(SqlNode type) {
    return is(type, "JSON");
  }

  private static boolean isJsonb(SqlNode type) {
    return is(type, "JSONB");
  }

  private static boolean is(SqlNode type, String name) {
    return type instanceof SqlDataTypeSpec spec
        && spec.getTypeName().isSimple()
        && spec.getTypeName().getSimple().toUpperCase(Locale.ROOT).equals(name);
  }

  private static SqlNode function(String name, SqlParserPos pos, List<SqlNode> operands) {
    return Objects.requireNonNull(MosqlOperatorTable.find(name), name).createCall(pos, operands);
  }

  private static SqlNode text(Object value, SqlParserPos pos) {
    return SqlLiteral.createCharString(value.toString(), pos);
  }

  private static SqlNode test(SqlCall call) {
    String name = call.getOperator().getName();
    boolean not = name.startsWith(IS_NOT_JSON);
    if (!not && !name.startsWith(IS_JSON)) {
      return call;
    }
    SqlParserPos pos = call.getParserPosition();
    String kind = name.substring((not ? IS_NOT_JSON : IS_JSON).length());
    SqlNode test = function("IS_JSON", pos, List.of(call.operand(0), text(kind, pos)));
    return not ? SqlStdOperatorTable.NOT.createCall(pos, test) : test;
  }

  private static boolean absent(SqlJsonConstructorNullClause clause) {
    return clause == SqlJsonConstructorNullClause.ABSENT_ON_NULL;
  }

  private static SqlNode arrays(SqlCall call, SqlJsonConstructorNullClause clause) {
    SqlParserPos pos = call.getParserPosition();
    String name = absent(clause) ? "JSON_AGG_STRICT" : "JSON_AGG";
    SqlNode made = function(name, pos, List.of(call.operand(0)));
    boolean ordered =
        call.operandCount() > 1 && call.getOperandList().get(1) instanceof SqlNodeList;
    return ordered ? SqlStdOperatorTable.WITHIN_GROUP.createCall(pos, made, call.operand(1)) : made;
  }

  private static SqlNode exists(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    Object onError = call.operandCount() > 2 ? symbol(call.operand(2)) : null;
    return along(
        "JSON_EXISTS",
        call,
        List.of(
            document(call.operand(0)), path(call), text(onError == null ? "FALSE" : onError, pos)));
  }

  /** Returns the path of a call, without PASSING. */
  private static SqlNode path(SqlCall call) {
    return passes(call) ? ((SqlCall) call.operand(1)).operand(0) : call.operand(1);
  }

  private static boolean passes(SqlCall call) {
    return call.operand(1) instanceof SqlCall passing
        && passing.getOperator().equals(JsonPassingOperator.INSTANCE);
  }

  /**
   * Returns a call of a path function, with the PASSING values as a JSON object in the last
   * argument.
   */
  private static SqlNode along(String name, SqlCall call, List<SqlNode> operands) {
    SqlParserPos pos = call.getParserPosition();
    if (!passes(call)) {
      return function(name, pos, operands);
    }
    List<SqlNode> passed = ((SqlCall) call.operand(1)).getOperandList();
    List<SqlNode> all = new ArrayList<>(operands);
    all.add(function("JSON_BUILD_OBJECT", pos, passed.subList(1, passed.size())));
    return function(name, pos, all);
  }

  /** Removes FORMAT JSON from a document, where it is redundant. */
  private static SqlNode document(SqlNode node) {
    return node instanceof SqlCall call && call.getOperator().getName().equals("JSON")
        ? call.operand(0)
        : node;
  }

  private static @Nullable Object symbol(@Nullable SqlNode node) {
    return node instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.SYMBOL
        ? literal.getValue()
        : null;
  }

  private static SqlNode value(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    SqlNode type = new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, pos), pos);
    Object[] behaviours = {"NULL", "NULL"};
    SqlNode[] defaults = {SqlLiteral.createNull(pos), SqlLiteral.createNull(pos)};
    List<SqlNode> operands = call.getOperandList();
    int i = 2;
    if (operands.size() > i && SqlJsonValueReturning.RETURNING.equals(symbol(operands.get(i)))) {
      type = operands.get(i + 1);
      if (isJson(type) || isJsonb(type)) {
        throw PlanErrors.at(
            CoreErrorMessage.UNSUPPORTED,
            type.getParserPosition(),
            "JSON_VALUE with type JSON; use JSON_QUERY");
      }
      i += 2;
    }
    SqlType returned = ResolvedTypeSpec.typeOf(type);
    if (returned != null) {
      type = ResolvedTypeSpec.at(type.getParserPosition(), returned.withoutDigits());
    }
    while (i < operands.size()) {
      Object behaviour = Objects.requireNonNull(symbol(operands.get(i++)));
      SqlNode given =
          SqlJsonValueEmptyOrErrorBehavior.DEFAULT.equals(behaviour) ? operands.get(i++) : null;
      int of = SqlJsonEmptyOrError.EMPTY.equals(symbol(operands.get(i++))) ? 0 : 1;
      behaviours[of] = behaviour;
      defaults[of] = given == null ? SqlLiteral.createNull(pos) : given;
    }
    List<SqlNode> made = new ArrayList<>();
    made.add(document(operands.get(0)));
    made.add(path(call));
    made.add(text(behaviours[0], pos));
    made.add(text(behaviours[1], pos));
    made.add(SqlStdOperatorTable.CAST.createCall(pos, defaults[0], type));
    made.add(SqlStdOperatorTable.CAST.createCall(pos, defaults[1], type.clone(pos)));
    SqlNode value = along("JSON_VALUE", call, made);
    return returned != null && DeclaredDigits.has(returned)
        ? CallRewrite.rounded(value, returned)
        : value;
  }

  private static SqlNode query(SqlCall call) {
    SqlParserPos pos = call.getParserPosition();
    List<@Nullable SqlNode> operands = new ArrayList<>(call.getOperandList());
    while (operands.size() < 6) {
      operands.add(null);
    }
    List<SqlNode> made = new ArrayList<>();
    made.add(document(call.operand(0)));
    made.add(path(call));
    made.add(option(operands.get(2), SqlJsonQueryWrapperBehavior.WITHOUT_ARRAY, pos));
    made.add(option(operands.get(3), SqlJsonQueryEmptyOrErrorBehavior.NULL, pos));
    made.add(option(operands.get(4), SqlJsonQueryEmptyOrErrorBehavior.NULL, pos));
    SqlNode type = operands.get(5);
    if (type == null || isJson(type)) {
      return limited(made, 0, call);
    }
    if (!(type instanceof SqlDataTypeSpec spec
        && spec.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic
        && SqlTypeName.CHAR_TYPES.contains(SqlTypeName.get(basic.getTypeName().getSimple())))) {
      throw PlanErrors.at(
          CoreErrorMessage.UNSUPPORTED,
          type.getParserPosition(),
          "JSON_QUERY with a type other than JSON and text");
    }
    SqlNode limited = limited(made, Math.max(0, basic.getPrecision()), call);
    return SqlStdOperatorTable.CAST.createCall(pos, limited, type);
  }

  /** Returns JSON_QUERY with a maximum result length; 0 for any length. */
  private static SqlNode limited(List<SqlNode> operands, int length, SqlCall call) {
    operands.add(SqlLiteral.createExactNumeric(Integer.toString(length), call.getParserPosition()));
    return along("JSON_QUERY", call, operands);
  }

  private static SqlNode option(@Nullable SqlNode symbol, Enum<?> usual, SqlParserPos pos) {
    Object value = symbol(symbol);
    return text(value instanceof Enum<?> given ? given.name() : usual.name(), pos);
  }

  private static SqlNode constructor(
      SqlCall call, String name, SqlJsonConstructorNullClause usual) {
    SqlParserPos pos = call.getParserPosition();
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(0, option(operands.get(0), usual, pos));
    return function(name, pos, operands);
  }
}

package io.mosql.sql.planner.validate;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.FunctionTable;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.library.ArrayLibrary;
import io.mosql.sql.planner.error.PlanErrors;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the operators of arrays that share their symbol with operators of texts or JSONB: {@code
 * ||}, {@code @>}, {@code <@} and subscripts. The operator of such a call is replaced when the
 * types of its operands are known. Text literals and parameters among the arguments of an array
 * function get the type of the other arguments: that of an array, or of its elements.
 */
final class ArrayOperators {
  /** Functions of JSONB with the same operator as one of arrays. */
  private static final Map<String, String> SHARED =
      Map.of(
          "JSONB_CONTAINS", "ARRAY CONTAINS",
          "JSONB_CONTAINED", "ARRAY CONTAINED",
          "JSONB_SUBSCRIPT", ArrayLibrary.GET);

  private final MosqlValidator validator;
  private final ImplicitCasts casts;
  private final SqlValidatorScope scope;

  private ArrayOperators(MosqlValidator validator, ImplicitCasts casts, SqlValidatorScope scope) {
    this.validator = validator;
    this.casts = casts;
    this.scope = scope;
  }

  /** Resolves a call before the types of its parameters are inferred; other nodes are unchanged. */
  static void resolve(MosqlValidator validator, SqlValidatorScope scope, SqlCall node) {
    if (node instanceof SqlBasicCall call && call.operandCount() > 0) {
      new ArrayOperators(validator, (ImplicitCasts) validator.getTypeCoercion(), scope)
          .resolve(call);
    }
  }

  private void resolve(SqlBasicCall call) {
    String array = SHARED.get(call.getOperator().getName());
    if (array != null
        && (isArray(call.operand(0))
            || call.operandCount() == 2
                && !array.equals(ArrayLibrary.GET)
                && isArray(call.operand(1)))) {
      call.setOperator(function(array));
    } else if (ArrayLibrary.GET.equals(array)) {
      requireSubscripts(call);
    } else if (call.getOperator().equals(SqlStdOperatorTable.CONCAT)) {
      resolveConcatenation(call);
    }
    if (call.getOperator() instanceof ScalarFunction function) {
      settleSubscripts(call, function.getName());
      if (function.getName().equals(ArrayLibrary.CONSTRUCTOR)) {
        resolveConstructor(call);
      } else if (function.getName().equals(ArrayLibrary.SET)) {
        resolveAssignment(call);
      } else {
        resolveArguments(call, function);
      }
    }
  }

  private void requireSubscripts(SqlBasicCall call) {
    RelDataType type = isUnknown(call.operand(0)) ? null : typeOf(call.operand(0));
    if (type != null && !JsonbType.is(type) && type.getSqlTypeName() != SqlTypeName.NULL) {
      throw PlanErrors.at(SqlErrorMessage.SUBSCRIPT_OF_TYPE, call.getParserPosition(), type);
    }
  }

  private void resolveConcatenation(SqlBasicCall call) {
    boolean left = isArray(call.operand(0));
    boolean right = isArray(call.operand(1));
    // a literal beside an array is the text of an array, as in PostgreSQL; a parameter likewise
    boolean leftArray = left || right && isUnknown(call.operand(0));
    boolean rightArray = right || left && isUnknown(call.operand(1));
    if (left || right) {
      call.setOperator(
          function(!rightArray ? "ARRAY_APPEND" : !leftArray ? "ARRAY_PREPEND" : "ARRAY_CAT"));
    }
  }

  /** Subscripts are integers: a literal of another type is cast, as in an assignment. */
  private void settleSubscripts(SqlBasicCall call, String function) {
    int first =
        switch (function) {
          case ArrayLibrary.GET -> 1;
          case ArrayLibrary.SLICE -> 2;
          case ArrayLibrary.SET -> 3;
          default -> call.operandCount();
        };
    for (int i = first; i < call.operandCount(); i++) {
      SqlNode subscript = call.operand(i);
      RelDataType type = typeOf(subscript);
      if (subscript instanceof SqlCharStringLiteral
          || type != null && SqlTypeUtil.isNumeric(type) && !SqlTypeUtil.isIntType(type)) {
        casts.castOperand(call, i, validator.getTypeFactory().createSqlType(SqlTypeName.INTEGER));
      }
    }
  }

  /**
   * Gives a literal or parameter that is assigned to a part of an array the type of the part, and
   * requires of others that they can be assigned to it.
   */
  private void resolveAssignment(SqlBasicCall call) {
    RelDataType array = typeOf(call.operand(0));
    if (array == null || !ArrayType.is(array)) {
      throw PlanErrors.at(
          SqlErrorMessage.SUBSCRIPT_OF_TYPE,
          call.getParserPosition(),
          array == null ? "record" : array);
    }
    String letters = ((SqlLiteral) call.operand(2)).getValueAs(String.class);
    boolean element = letters.chars().allMatch(letter -> letter == 'i');
    RelDataType part = element ? ArrayType.element(array) : array;
    if (isUnknown(call.operand(1)) || call.operand(1) instanceof SqlDynamicParam) {
      settle(call, 1, part);
      return;
    }
    RelDataType value = typeOf(call.operand(1));
    if (value == null || value.getSqlTypeName() == SqlTypeName.NULL) {
      return;
    }
    if (ArrayType.is(value) != ArrayType.is(part)
        || !isAssignable(innermost(value), innermost(part))) {
      throw PlanErrors.at(
          SqlErrorMessage.ARRAY_ASSIGNMENT_TYPE_MISMATCH,
          call.operand(1).getParserPosition(),
          part,
          value);
    }
    if (!isAlike(innermost(value), innermost(part))) {
      RelDataType plain = plain(innermost(part));
      casts.castOperand(
          call, 1, element ? plain : ArrayType.of(validator.getTypeFactory(), plain, true));
    }
  }

  /** Whether an assignment needs no cast before. */
  private static boolean isAlike(RelDataType from, RelDataType to) {
    return RelTypes.sqlType(from).kind() == RelTypes.sqlType(to).kind()
        || SqlTypeUtil.isNumeric(from) && SqlTypeUtil.isNumeric(to)
        || SqlTypeUtil.isCharacter(from) && SqlTypeUtil.isCharacter(to);
  }

  private static boolean isAssignable(RelDataType from, RelDataType to) {
    return isAlike(from, to)
        || SqlTypeUtil.isDatetime(from) && SqlTypeUtil.isDatetime(to)
        || SqlTypeUtil.isCharacter(to) && !SqlTypeUtil.isBinary(from);
  }

  /** Gives literals and parameters among elements the type of the others. */
  private void resolveConstructor(SqlBasicCall call) {
    RelDataType element = null;
    for (SqlNode operand : call.getOperandList()) {
      RelDataType type = isUnknown(operand) ? null : typeOf(operand);
      if (type != null && type.getSqlTypeName() != SqlTypeName.NULL) {
        element = element == null ? innermost(type) : common(element, innermost(type), call);
      }
    }
    for (int i = 0; i < call.operandCount() && element != null; i++) {
      settle(call, i, element);
    }
  }

  private RelDataType common(RelDataType some, RelDataType other, SqlBasicCall call) {
    RelDataType common = validator.getTypeFactory().leastRestrictive(List.of(some, other));
    if (common == null || SqlTypeUtil.isCharacter(some) != SqlTypeUtil.isCharacter(other)) {
      throw PlanErrors.at(
          SqlErrorMessage.TYPES_NOT_MATCHED,
          call.getParserPosition(),
          ArrayLibrary.CONSTRUCTOR,
          some,
          other);
    }
    return common;
  }

  private static RelDataType innermost(RelDataType type) {
    return ArrayType.is(type) ? ArrayType.element(type) : type;
  }

  /** Gives literals and parameters among arguments the type of the array arguments. */
  private void resolveArguments(SqlBasicCall call, ScalarFunction function) {
    RelDataType known = null;
    RelDataType element = null;
    boolean arrays = false;
    for (int i = 0; i < call.operandCount(); i++) {
      boolean array = function.isArray(i);
      arrays |= array;
      if ((array || function.isElement(i)) && !isUnknown(call.operand(i))) {
        RelDataType type = typeOf(call.operand(i));
        if (array && type != null && ArrayType.is(type)) {
          known = known == null ? type : known;
        } else if (!array && type != null && type.getSqlTypeName() != SqlTypeName.NULL) {
          element = element == null ? type : element;
        }
      }
    }
    if (function.getName().equals("ARRAY_FILL")) {
      // the bounds, whatever the elements are
      known = RelTypes.relType(validator.getTypeFactory(), SqlType.arrayOf(SqlType.INTEGER), true);
    }
    if (known == null && element == null && ArrayLibrary.takesTexts(function.getName())) {
      // literals alone, as in PostgreSQL
      element = validator.getTypeFactory().createSqlType(SqlTypeName.VARCHAR);
    }
    if (!arrays || known == null && element == null) {
      return;
    }
    RelDataType array =
        known != null ? known : ArrayType.of(validator.getTypeFactory(), plain(element), true);
    for (int i = 0; i < call.operandCount(); i++) {
      if (function.isArray(i)) {
        settle(call, i, array);
      } else if (function.isElement(i)) {
        settle(call, i, ArrayType.element(array));
      }
    }
  }

  /** The type of elements beside a value: a text of any length for a text. */
  private RelDataType plain(@Nullable RelDataType type) {
    RelDataType value = Objects.requireNonNull(type);
    return SqlTypeUtil.isCharacter(value)
        ? validator.getTypeFactory().createSqlType(SqlTypeName.VARCHAR)
        : value;
  }

  private void settle(SqlBasicCall call, int index, RelDataType type) {
    SqlNode operand = call.operand(index);
    if (operand instanceof SqlDynamicParam parameter) {
      validator.parameters().inferCompared(parameter, type);
    } else if (operand instanceof SqlCharStringLiteral && !SqlTypeUtil.isCharacter(type)) {
      casts.castOperand(call, index, type);
    }
  }

  /** Whether a node has no type of its own; a parameter has that of its bound value. */
  private boolean isUnknown(SqlNode node) {
    return node instanceof SqlCharStringLiteral
        || node instanceof SqlDynamicParam && validator.parameters().bound(node) == null
        || SqlUtil.isNullLiteral(node, false);
  }

  private boolean isArray(SqlNode node) {
    RelDataType type = isUnknown(node) ? null : typeOf(node);
    return type != null && ArrayType.is(type);
  }

  private @Nullable RelDataType typeOf(SqlNode node) {
    boolean typed =
        !(node instanceof SqlNodeList)
            && node.getKind() != SqlKind.ROW
            && node.getKind() != SqlKind.INTERVAL_QUALIFIER;
    if (node instanceof SqlDynamicParam) {
      return validator.parameters().bound(node);
    }
    return typed ? validator.deriveType(scope, node) : null;
  }

  private static SqlOperator function(String name) {
    return Objects.requireNonNull(FunctionTable.find(name), name);
  }

  /** Whether one is a date or time, and the other one a number or a truth value. */
  private static boolean isApart(RelDataType some, RelDataType other) {
    return SqlTypeUtil.isDatetime(some) && isNumber(other)
        || SqlTypeUtil.isDatetime(other) && isNumber(some);
  }

  private static boolean isNumber(RelDataType type) {
    return SqlTypeUtil.isNumeric(type) || SqlTypeUtil.isBoolean(type);
  }

  /** Rejects a cast of an array to a type that is neither an array nor a text, and of others. */
  static void checkCast(RelDataType from, RelDataType to, SqlNode cast) {
    boolean known = from.getSqlTypeName() != SqlTypeName.NULL;
    boolean toArray = ArrayType.is(to) && !ArrayType.is(from) && !SqlTypeUtil.isCharacter(from);
    boolean fromArray = ArrayType.is(from) && !ArrayType.is(to) && !SqlTypeUtil.isCharacter(to);
    boolean apart =
        ArrayType.is(from) && ArrayType.is(to) && isApart(innermost(from), innermost(to));
    if (known && (toArray || fromArray || apart)) {
      throw PlanErrors.at(SqlErrorMessage.CANNOT_CAST, cast.getParserPosition(), from, to);
    }
  }
}

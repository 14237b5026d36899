package io.mosql.sql.planner.validate;

import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.CollatedType;
import io.mosql.sql.algebra.IntervalType;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.LargeType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.planner.error.PlanErrors;
import io.mosql.sql.planner.expression.MosqlOperatorTable;
import io.mosql.sql.planner.expression.ResolvedTypeSpec;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeCoercionRule;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * The rules for implicit casts: Calcite's, except that a string literal compared or combined with a
 * UUID, an interval or bytes is cast to that type. Texts other than literals are not compared with
 * UUIDs, intervals and bytes. Texts, dates and timestamps are cast to TIMESTAMP WITH TIME ZONE next
 * to one. Aggregate functions do not cast texts to numbers.
 */
final class ImplicitCasts extends TypeCoercionImpl {
  ImplicitCasts(RelDataTypeFactory factory, SqlValidator validator) {
    super(factory, validator);
  }

  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    for (int i = 1; i < binding.getOperandCount(); i++) {
      requireComparable(binding, binding.operand(i - 1), binding.operand(i));
    }
    return super.binaryComparisonCoercion(binding);
  }

  @Override
  public boolean inOperationCoercion(SqlCallBinding binding) {
    SqlNode left = binding.operand(0);
    if (binding.operand(1) instanceof SqlNodeList list) {
      list.forEach(right -> requireComparable(binding, left, right));
    } else {
      requireComparable(binding, left, binding.operand(1));
    }
    SqlKind kind = binding.getOperator().getKind();
    return kind == SqlKind.SOME || kind == SqlKind.ALL
        ? coerceQueried(binding)
        : super.inOperationCoercion(binding);
  }

  @Override
  public boolean quantifyOperationCoercion(SqlCallBinding binding) {
    requireComparable(binding, binding.operand(0), binding.operand(1));
    return super.quantifyOperationCoercion(binding);
  }

  /** Casts the column of a query with ANY or ALL and the left operand to a common type. */
  private boolean coerceQueried(SqlCallBinding binding) {
    SqlNode left = binding.operand(0);
    SqlNode query = binding.operand(1);
    List<RelDataType> columns = query.isA(SqlKind.QUERY) ? types(binding, query) : List.of();
    if (columns.size() != 1 || left.getKind() == SqlKind.ROW) {
      return false;
    }
    SqlValidatorScope scope = Objects.requireNonNull(binding.getScope());
    RelDataType common =
        commonTypeForBinaryComparison(validator.deriveType(scope, left), columns.get(0));
    if (common == null) {
      return false;
    }
    SqlValidatorScope inside =
        query instanceof SqlSelect select ? validator.getSelectScope(select) : scope;
    boolean coerced = coerceOperandType(scope, binding.getCall(), 0, common);
    return rowTypeCoercion(inside, query, 0, common) || coerced;
  }

  /**
   * Rejects comparisons of texts and intervals, which Calcite accepts but the executor does not
   * support.
   */
  private void requireComparable(SqlCallBinding binding, SqlNode left, SqlNode right) {
    if (left.getKind() == SqlKind.ROW && right.getKind() == SqlKind.ROW) {
      List<SqlNode> some = ((SqlCall) left).getOperandList();
      List<SqlNode> others = ((SqlCall) right).getOperandList();
      for (int i = 0; i < Math.min(some.size(), others.size()); i++) {
        requireComparable(binding, some.get(i), others.get(i));
      }
      return;
    }
    List<RelDataType> some = types(binding, left);
    List<RelDataType> others = types(binding, right);
    for (int i = 0; i < Math.min(some.size(), others.size()); i++) {
      if (isNotCastFromTextColumns(some.get(i)) && isComputed(right, others.get(i))
          || isNotCastFromTextColumns(others.get(i)) && isComputed(left, some.get(i))
          || isBoolean(some.get(i)) && isFractional(others.get(i))
          || isBoolean(others.get(i)) && isFractional(some.get(i))) {
        throw PlanErrors.at(
            SqlErrorMessage.TYPES_NOT_COMPARABLE,
            binding.getCall().getParserPosition(),
            some.get(i),
            others.get(i));
      }
    }
  }

  /** Returns the type of a value, or the types of the columns of a query or row. */
  private List<RelDataType> types(SqlCallBinding binding, SqlNode node) {
    if (node instanceof SqlDynamicParam) {
      return List.of();
    }
    RelDataType type = validator.deriveType(Objects.requireNonNull(binding.getScope()), node);
    return type.isStruct()
        ? type.getFieldList().stream().map(RelDataTypeField::getType).toList()
        : List.of(type);
  }

  /** Whether texts other than literals are not cast to the type. */
  private static boolean isNotCastFromTextColumns(RelDataType type) {
    return isUuid(type)
        || isInterval(type)
        || JsonbType.is(type)
        || ArrayType.is(type)
        || SqlTypeUtil.isBinary(type);
  }

  private static boolean isBoolean(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.BOOLEAN;
  }

  private static boolean isFractional(RelDataType type) {
    return SqlTypeUtil.isNumeric(type) && !SqlTypeUtil.isIntType(type);
  }

  private static boolean isComputed(SqlNode node, RelDataType type) {
    return SqlTypeUtil.isCharacter(type)
        && !(node instanceof SqlLiteral || node instanceof SqlDynamicParam);
  }

  /**
   * Omits casts between text types, which would remove a collation, and casts of NULL next to JSON.
   */
  @Override
  protected boolean needToCast(
      SqlValidatorScope scope, SqlNode node, RelDataType toType, SqlTypeMappingRule mappingRule) {
    boolean collated =
        SqlTypeUtil.isCharacter(toType)
            && validator.deriveType(scope, node) instanceof CollatedType;
    boolean json =
        JsonType.is(toType)
            && validator.deriveType(scope, node).getSqlTypeName() == SqlTypeName.NULL;
    if (ArrayType.is(toType)) {
      RelDataType from = validator.deriveType(scope, node);
      return from.getSqlTypeName() != SqlTypeName.NULL
          && !SqlTypeUtil.equalSansNullability(factory, from, toType);
    }
    return !collated && !json && super.needToCast(scope, node, toType, mappingRule);
  }

  /** Casts JSONB to no other type implicitly. */
  @Override
  public @Nullable RelDataType implicitCast(RelDataType in, SqlTypeFamily expected) {
    return JsonbType.is(in) || ArrayType.is(in) ? null : super.implicitCast(in, expected);
  }

  /** Casts no texts to numbers for aggregate functions and no bytes to texts, as in PostgreSQL. */
  @Override
  public boolean builtinFunctionCoercion(
      SqlCallBinding binding, List<RelDataType> operands, List<SqlTypeFamily> families) {
    for (int i = 0; i < operands.size(); i++) {
      if (binding.getOperator().isAggregator()
          && families.get(i) == SqlTypeFamily.NUMERIC
          && SqlTypeUtil.isCharacter(operands.get(i))) {
        return false;
      }
      // a cast to text would turn bytes into hexadecimal digits
      if (families.get(i) == SqlTypeFamily.CHARACTER && SqlTypeUtil.isBinary(operands.get(i))) {
        return false;
      }
    }
    return super.builtinFunctionCoercion(binding, operands, families);
  }

  @Override
  public @Nullable RelDataType commonTypeForBinaryComparison(
      @Nullable RelDataType type1, @Nullable RelDataType type2) {
    RelDataType common = common(type1, type2);
    return common != null ? common : super.commonTypeForBinaryComparison(type1, type2);
  }

  @Override
  public @Nullable RelDataType getWiderTypeForTwo(
      @Nullable RelDataType type1, @Nullable RelDataType type2, boolean stringPromotion) {
    RelDataType common = common(type1, type2);
    return common != null ? common : super.getWiderTypeForTwo(type1, type2, stringPromotion);
  }

  /**
   * Adds the casts that Calcite omits: casts to intervals, whose type name it cannot create, and
   * casts of parameters, such as a date next to a timestamp.
   */
  @Override
  protected boolean coerceOperandType(
      @Nullable SqlValidatorScope scope, SqlCall call, int index, RelDataType target) {
    SqlNode operand = call.operand(index);
    boolean parameter = operand instanceof SqlDynamicParam;
    if (ArrayType.is(target) && !parameter) {
      RelDataType from = validator.deriveType(Objects.requireNonNull(scope), operand);
      if (ArrayType.is(from)
          && needToCast(scope, operand, target, SqlTypeCoercionRule.instance())) {
        castOperand(call, index, target);
        return true;
      }
    }
    if (!parameter && !isInterval(target) && !JsonbType.is(target) && !ArrayType.is(target)) {
      return super.coerceOperandType(scope, call, index, target);
    }
    RelDataType known = validator.deriveType(Objects.requireNonNull(scope), operand);
    if (parameter && isWider(target, known)) {
      castOperand(call, index, target);
      return true;
    }
    // a parameter typed as text by default, compared with another type
    boolean compared =
        SqlKind.COMPARISON.contains(call.getKind())
            || call.getKind() == SqlKind.ROW
            || call.getKind() == SqlKind.SOME
            || call.getKind() == SqlKind.ALL;
    if (!SqlTypeUtil.isCharacter(known)
        || SqlTypeUtil.isCharacter(target)
        || parameter && !compared) {
      return false;
    }
    call.setOperand(index, cast(operand, target));
    return true;
  }

  /** Casts an operand to another type. */
  void castOperand(SqlCall call, int index, RelDataType target) {
    call.setOperand(index, cast(call.operand(index), target));
  }

  /** Casts an element of a list to another type. */
  void castElement(SqlNodeList list, int index, RelDataType target) {
    list.set(index, cast(list.get(index), target));
  }

  private SqlNode cast(SqlNode value, RelDataType type) {
    SqlParserPos pos = value.getParserPosition();
    RelDataType known = validator.getValidatedNodeTypeIfKnown(value);
    boolean nullable = value instanceof SqlDynamicParam || known != null && known.isNullable();
    RelDataType target = factory.createTypeWithNullability(type, nullable);
    SqlNode cast =
        JsonbType.is(target)
            ? Objects.requireNonNull(MosqlOperatorTable.find("JSONB")).createCall(pos, value)
            : SqlStdOperatorTable.CAST.createCall(pos, value, typeSpec(target, pos));
    updateInferredType(cast, target);
    return cast;
  }

  private static SqlNode typeSpec(RelDataType target, SqlParserPos pos) {
    return ArrayType.is(target) || LargeType.is(target) || isInterval(target)
        ? ResolvedTypeSpec.at(pos, RelTypes.sqlType(target))
        : SqlTypeUtil.convertTypeToSpec(target);
  }

  @Override
  protected boolean coerceColumnType(
      @Nullable SqlValidatorScope scope, SqlNodeList columns, int index, RelDataType target) {
    SqlNode column = columns.get(index);
    SqlNode value = SqlUtil.stripAs(column);
    RelDataType known = validator.deriveType(Objects.requireNonNull(scope), value);
    if (!SqlTypeUtil.isCharacter(target) && CommonTypeResolver.isOpen(value, known)
        || value instanceof SqlDynamicParam && isWider(target, known)) {
      SqlNode cast = cast(value, target);
      if (column == value) {
        columns.set(index, cast);
      } else {
        ((SqlCall) column).setOperand(0, cast);
      }
      updateInferredType(columns.get(index), target);
      return true;
    }
    return !isInterval(target)
        && !JsonbType.is(target)
        && !ArrayType.is(target)
        && super.coerceColumnType(scope, columns, index, target);
  }

  private @Nullable RelDataType common(@Nullable RelDataType a, @Nullable RelDataType b) {
    if (a == null || b == null) {
      return null;
    }
    if (ArrayType.is(a) || ArrayType.is(b)) {
      return commonArray(a, b);
    }
    boolean uuid =
        isUuid(a) && SqlTypeUtil.isCharacter(b) || isUuid(b) && SqlTypeUtil.isCharacter(a);
    boolean bytes =
        SqlTypeUtil.isBinary(a) && SqlTypeUtil.isCharacter(b)
            || SqlTypeUtil.isBinary(b) && SqlTypeUtil.isCharacter(a);
    if (bytes) {
      return factory.createTypeWithNullability(
          RelTypes.relType(factory, SqlType.of(TypeKind.VARBINARY), true),
          a.isNullable() || b.isNullable());
    }
    boolean moment = isMoment(a) && becomesMoment(b) || isMoment(b) && becomesMoment(a);
    boolean interval =
        isInterval(a) && SqlTypeUtil.isCharacter(b) || isInterval(b) && SqlTypeUtil.isCharacter(a);
    boolean json =
        JsonbType.is(a) && SqlTypeUtil.isCharacter(b) && !JsonType.is(b)
            || JsonbType.is(b) && SqlTypeUtil.isCharacter(a) && !JsonType.is(a);
    if (json) {
      return JsonbType.of(factory, a.isNullable() || b.isNullable());
    }
    if (interval) {
      return IntervalType.of(factory, a.isNullable() || b.isNullable());
    }
    if (!uuid && !moment) {
      return null;
    }
    return factory.createTypeWithNullability(
        isUuid(a) || isMoment(a) ? a : b, a.isNullable() || b.isNullable());
  }

  private @Nullable RelDataType commonArray(RelDataType a, RelDataType b) {
    if (ArrayType.is(a) && ArrayType.is(b)) {
      return factory.leastRestrictive(List.of(a, b));
    }
    RelDataType array = ArrayType.is(a) ? a : b;
    return SqlTypeUtil.isCharacter(array == a ? b : a)
        ? factory.createTypeWithNullability(array, a.isNullable() || b.isNullable())
        : null;
  }

  /** Whether a cast of a date or timestamp to the type loses no information. */
  static boolean isWider(RelDataType type, RelDataType of) {
    return switch (of.getSqlTypeName()) {
      case DATE -> type.getSqlTypeName() == SqlTypeName.TIMESTAMP || isMoment(type);
      case TIMESTAMP -> isMoment(type);
      default -> false;
    };
  }

  private static boolean isMoment(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  private static boolean becomesMoment(RelDataType type) {
    return SqlTypeUtil.isCharacter(type)
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        || type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private static boolean isInterval(RelDataType type) {
    return SqlTypeUtil.isInterval(type);
  }

  private static boolean isUuid(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.UUID;
  }
}

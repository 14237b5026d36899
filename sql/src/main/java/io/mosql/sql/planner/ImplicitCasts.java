package io.mosql.sql.planner;

import io.mosql.sql.plan.CollatedType;
import io.mosql.sql.plan.IntervalType;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's implicit casts, but that a text beside a UUID is taken for one (Calcite compares the
 * UUID's text instead, which no index has), and one beside an interval for one. Other texts than
 * literals are not compared with UUIDs and intervals. Text, dates and timestamps beside a TIMESTAMP
 * WITH TIME ZONE become one. Aggregate functions cast no text to a number.
 */
final class ImplicitCasts extends TypeCoercionImpl {
  ImplicitCasts(RelDataTypeFactory factory, SqlValidator validator) {
    super(factory, validator);
  }

  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    for (int i = 0; i < binding.getOperandCount(); i++) {
      RelDataType type = binding.getOperandType(i);
      if ((isUuid(type) || isInterval(type)) && besideText(binding)) {
        return false;
      }
    }
    return super.binaryComparisonCoercion(binding);
  }

  /** A text keeps its collation, which a cast to another text would take from it. */
  @Override
  protected boolean needToCast(
      SqlValidatorScope scope, SqlNode node, RelDataType toType, SqlTypeMappingRule mappingRule) {
    boolean collated =
        SqlTypeUtil.isCharacter(toType)
            && validator.deriveType(scope, node) instanceof CollatedType;
    return !collated && super.needToCast(scope, node, toType, mappingRule);
  }

  /** Whether there is a text among the operands that is worked out. */
  private static boolean besideText(SqlCallBinding binding) {
    for (int i = 0; i < binding.getOperandCount(); i++) {
      SqlNode operand = binding.operand(i);
      if (SqlTypeUtil.isCharacter(binding.getOperandType(i))
          && !(operand instanceof SqlLiteral || operand instanceof SqlDynamicParam)) {
        return true;
      }
    }
    return false;
  }

  /** Texts are no numbers for aggregate functions, as in PostgreSQL. */
  @Override
  public boolean builtinFunctionCoercion(
      SqlCallBinding binding, List<RelDataType> operands, List<SqlTypeFamily> families) {
    for (int i = 0; i < operands.size(); i++) {
      if (binding.getOperator().isAggregator()
          && families.get(i) == SqlTypeFamily.NUMERIC
          && SqlTypeUtil.isCharacter(operands.get(i))) {
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

  /** Calcite knows how to write all types but intervals. */
  @Override
  protected boolean coerceOperandType(
      @Nullable SqlValidatorScope scope, SqlCall call, int index, RelDataType target) {
    if (!isInterval(target)) {
      return super.coerceOperandType(scope, call, index, target);
    }
    SqlNode operand = call.operand(index);
    if (operand instanceof SqlDynamicParam
        || !SqlTypeUtil.isCharacter(validator.deriveType(Objects.requireNonNull(scope), operand))) {
      return false;
    }
    SqlParserPos pos = operand.getParserPosition();
    SqlNode cast = SqlStdOperatorTable.CAST.createCall(pos, operand, IntervalTypeSpec.at(pos));
    call.setOperand(index, cast);
    updateInferredType(cast, target);
    return true;
  }

  @Override
  protected boolean coerceColumnType(
      @Nullable SqlValidatorScope scope, SqlNodeList columns, int index, RelDataType target) {
    return !isInterval(target) && super.coerceColumnType(scope, columns, index, target);
  }

  private @Nullable RelDataType common(@Nullable RelDataType a, @Nullable RelDataType b) {
    if (a == null || b == null) {
      return null;
    }
    boolean uuid =
        isUuid(a) && SqlTypeUtil.isCharacter(b) || isUuid(b) && SqlTypeUtil.isCharacter(a);
    boolean moment = isMoment(a) && becomesMoment(b) || isMoment(b) && becomesMoment(a);
    boolean interval =
        isInterval(a) && SqlTypeUtil.isCharacter(b) || isInterval(b) && SqlTypeUtil.isCharacter(a);
    if (interval) {
      return IntervalType.of(factory, a.isNullable() || b.isNullable());
    }
    if (!uuid && !moment) {
      return null;
    }
    return factory.createTypeWithNullability(
        isUuid(a) || isMoment(a) ? a : b, a.isNullable() || b.isNullable());
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

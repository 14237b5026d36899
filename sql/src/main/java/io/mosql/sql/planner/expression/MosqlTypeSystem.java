package io.mosql.sql.planner.expression;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.NumericType;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The type system: limits of types and derived types. DECIMAL has up to 255 digits, times have
 * microseconds, sums have a wide type, quotients and averages have a scale of their own, and
 * rounding is half up.
 */
public final class MosqlTypeSystem extends RelDataTypeSystemImpl {
  public static final MosqlTypeSystem INSTANCE = new MosqlTypeSystem();

  private static final int MAX_LENGTH = Integer.MAX_VALUE;
  private static final int TIME_DIGITS = 6;

  private MosqlTypeSystem() {}

  @Override
  public int getMaxPrecision(SqlTypeName name) {
    return switch (name) {
      case DECIMAL -> SqlType.MAX_DECIMAL_PRECISION;
      case CHAR, VARCHAR, BINARY, VARBINARY -> MAX_LENGTH;
      case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TIME_DIGITS;
      default -> super.getMaxPrecision(name);
    };
  }

  @Override
  public int getDefaultPrecision(SqlTypeName name) {
    return switch (name) {
      case DECIMAL -> SqlType.DEFAULT_DECIMAL_PRECISION;
      case VARCHAR, VARBINARY -> RelDataType.PRECISION_NOT_SPECIFIED;
      case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TIME_DIGITS;
      default -> super.getDefaultPrecision(name);
    };
  }

  @Override
  public int getMaxScale(SqlTypeName name) {
    return name == SqlTypeName.DECIMAL ? SqlType.MAX_DECIMAL_PRECISION : super.getMaxScale(name);
  }

  @Override
  public RoundingMode roundingMode() {
    return RoundingMode.HALF_UP;
  }

  @Override
  public boolean shouldConvertRaggedUnionTypesToVarying() {
    return true;
  }

  /** Returns NUMERIC where one operand is NUMERIC and the other an exact number; else null. */
  private static @Nullable RelDataType numeric(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    return NumericType.is(left) && SqlTypeUtil.isExactNumeric(right)
            || NumericType.is(right) && SqlTypeUtil.isExactNumeric(left)
        ? NumericType.of(factory, left.isNullable() || right.isNullable())
        : null;
  }

  @Override
  public @Nullable RelDataType deriveDecimalPlusType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    RelDataType numeric = numeric(factory, left, right);
    return numeric != null ? numeric : super.deriveDecimalPlusType(factory, left, right);
  }

  @Override
  public @Nullable RelDataType deriveDecimalModType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    RelDataType numeric = numeric(factory, left, right);
    return numeric != null ? numeric : super.deriveDecimalModType(factory, left, right);
  }

  /**
   * Adds precisions and scales, as in the standard. Above the limits of DECIMAL the product is
   * NUMERIC.
   */
  @Override
  public @Nullable RelDataType deriveDecimalMultiplyType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    RelDataType numeric = numeric(factory, left, right);
    if (numeric != null) {
      return numeric;
    }
    RelDataType product = super.deriveDecimalMultiplyType(factory, left, right);
    if (product == null || product.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return product;
    }
    int digits = factory.decimalOf(left).getPrecision() + factory.decimalOf(right).getPrecision();
    return digits <= SqlType.MAX_DECIMAL_PRECISION
        ? product
        : NumericType.of(factory, product.isNullable());
  }

  /** Returns NUMERIC where the scale of the quotient depends on the operands' values. */
  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    RelDataType numeric = numeric(factory, left, right);
    if (numeric != null) {
      return numeric;
    }
    RelDataType quotient = super.deriveDecimalDivideType(factory, left, right);
    return quotient == null || quotient.getSqlTypeName() != SqlTypeName.DECIMAL
        ? quotient
        : NumericType.of(factory, quotient.isNullable());
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> factory.createSqlType(SqlTypeName.BIGINT);
          case BIGINT ->
              factory.createSqlType(SqlTypeName.DECIMAL, SqlType.DEFAULT_DECIMAL_PRECISION, 0);
          case DECIMAL ->
              NumericType.is(argument)
                  ? argument
                  : factory.createSqlType(
                      SqlTypeName.DECIMAL, digitsOfSum(argument), argument.getScale());
          case REAL, FLOAT, DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(sum, argument.isNullable());
  }

  private static int digitsOfSum(RelDataType argument) {
    return Math.max(SqlType.DEFAULT_DECIMAL_PRECISION, argument.getPrecision());
  }

  @Override
  public RelDataType deriveAvgAggType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType average =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL -> NumericType.of(factory, false);
          case REAL, FLOAT, DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(average, argument.isNullable());
  }
}

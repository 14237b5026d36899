package io.mosql.sql.planner;

import io.mosql.core.type.SqlType;
import java.math.RoundingMode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Limits and derived types: DECIMAL up to 255 digits, microseconds, sums that do not overflow
 * early, averages with digits after the point, and rounding half up.
 */
final class MosqlTypeSystem extends RelDataTypeSystemImpl {
  static final MosqlTypeSystem INSTANCE = new MosqlTypeSystem();

  private static final int MAX_LENGTH = Integer.MAX_VALUE;
  private static final int TIME_DIGITS = 6;
  private static final int MIN_AVERAGE_SCALE = 6;

  /** Digits before the point that a product has where its type would need more than there are. */
  private static final int LEAST_DIGITS_OF_PRODUCT = 19;

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

  /**
   * Digits and scales are added, as in the standard. Where that is more than a DECIMAL has, digits
   * after the point are given up, but for those that the factors have.
   */
  @Override
  public @Nullable RelDataType deriveDecimalMultiplyType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    RelDataType product = super.deriveDecimalMultiplyType(factory, left, right);
    if (product == null || product.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return product;
    }
    RelDataType x = factory.decimalOf(left);
    RelDataType y = factory.decimalOf(right);
    int digits = x.getPrecision() + y.getPrecision();
    if (digits <= SqlType.MAX_DECIMAL_PRECISION) {
      return product;
    }
    int scale = x.getScale() + y.getScale();
    int before = Math.min(digits - scale, LEAST_DIGITS_OF_PRODUCT);
    int kept =
        Math.max(
            Math.max(x.getScale(), y.getScale()),
            Math.min(scale, SqlType.MAX_DECIMAL_PRECISION - before));
    return factory.createTypeWithNullability(
        factory.createSqlType(SqlTypeName.DECIMAL, SqlType.MAX_DECIMAL_PRECISION, kept),
        product.isNullable());
  }

  /** A quotient of wide numbers has as many digits after the point as they have, at least. */
  @Override
  public @Nullable RelDataType deriveDecimalDivideType(
      RelDataTypeFactory factory, RelDataType left, RelDataType right) {
    RelDataType quotient = super.deriveDecimalDivideType(factory, left, right);
    if (quotient == null || quotient.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return quotient;
    }
    int least = Math.max(factory.decimalOf(left).getScale(), factory.decimalOf(right).getScale());
    return quotient.getScale() >= least
        ? quotient
        : factory.createTypeWithNullability(
            factory.createSqlType(SqlTypeName.DECIMAL, SqlType.MAX_DECIMAL_PRECISION, least),
            quotient.isNullable());
  }

  @Override
  public RelDataType deriveSumType(RelDataTypeFactory factory, RelDataType argument) {
    RelDataType sum =
        switch (argument.getSqlTypeName()) {
          case TINYINT, SMALLINT, INTEGER -> factory.createSqlType(SqlTypeName.BIGINT);
          case BIGINT ->
              factory.createSqlType(SqlTypeName.DECIMAL, SqlType.DEFAULT_DECIMAL_PRECISION, 0);
          case DECIMAL ->
              factory.createSqlType(
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
          case TINYINT, SMALLINT, INTEGER, BIGINT, DECIMAL ->
              factory.createSqlType(
                  SqlTypeName.DECIMAL,
                  digitsOfSum(argument),
                  Math.max(argument.getScale(), MIN_AVERAGE_SCALE));
          case REAL, FLOAT, DOUBLE -> factory.createSqlType(SqlTypeName.DOUBLE);
          default -> argument;
        };
    return factory.createTypeWithNullability(average, argument.isNullable());
  }
}

package io.mosql.sql.planner.expression;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicFunction;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlOperatorBinding;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The function {@code timezone(zone, x)} for {@code x AT TIME ZONE zone}: converts a TIMESTAMP, as
 * local time of the zone, to a TIMESTAMP WITH TIME ZONE, and the latter to the local time of the
 * zone.
 */
public final class AtTimeZoneFunction {
  public static final SqlFunction INSTANCE =
      SqlBasicFunction.create(
          "TIMEZONE",
          AtTimeZoneFunction::type,
          OperandTypes.family(SqlTypeFamily.CHARACTER, SqlTypeFamily.DATETIME),
          SqlFunctionCategory.TIMEDATE);

  private AtTimeZoneFunction() {}

  private static RelDataType type(SqlOperatorBinding binding) {
    RelDataTypeFactory factory = binding.getTypeFactory();
    SqlTypeName given = binding.getOperandType(1).getSqlTypeName();
    boolean nullable =
        binding.getOperandType(0).isNullable() || binding.getOperandType(1).isNullable();
    return factory.createTypeWithNullability(
        factory.createSqlType(
            given == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                ? SqlTypeName.TIMESTAMP
                : SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE,
            6),
        nullable);
  }
}

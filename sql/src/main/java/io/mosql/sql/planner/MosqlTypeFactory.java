package io.mosql.sql.planner;

import io.mosql.core.type.SqlType;
import io.mosql.sql.plan.CollatedType;
import io.mosql.sql.plan.IntervalType;
import io.mosql.sql.plan.JsonType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/** Makes Calcite's types with our limits; text is UTF-8. Thread-safe. */
final class MosqlTypeFactory extends SqlTypeFactoryImpl {
  MosqlTypeFactory() {
    super(MosqlTypeSystem.INSTANCE);
  }

  /**
   * Of decimals the digits after the point are kept, if need be at the cost of digits before it
   * (which overflow with an error): Calcite keeps those before it, so that 0.5 met as a sum of
   * BIGINTs, a DECIMAL(38, 0), would become 1.
   */
  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    if (!types.isEmpty() && types.stream().allMatch(JsonType::is)) {
      return JsonType.of(this, types.stream().anyMatch(RelDataType::isNullable));
    }
    if (areIntervals(types)) {
      return IntervalType.of(this, types.stream().anyMatch(RelDataType::isNullable));
    }
    RelDataType common = super.leastRestrictive(types, mappingRule);
    if (common == null || common.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return common == null ? null : Collating.common(this, types, common);
    }
    int scale = common.getScale();
    for (RelDataType type : types) {
      if (type.getSqlTypeName() == SqlTypeName.DECIMAL) {
        scale = Math.max(scale, type.getScale());
      }
    }
    return scale == common.getScale()
        ? common
        : createTypeWithNullability(
            createSqlType(SqlTypeName.DECIMAL, SqlType.MAX_DECIMAL_PRECISION, scale),
            common.isNullable());
  }

  /** Whether all are intervals, of whatever fields, or NULL. */
  private static boolean areIntervals(List<RelDataType> types) {
    return types.stream().anyMatch(SqlTypeUtil::isInterval)
        && types.stream()
            .allMatch(
                type -> SqlTypeUtil.isInterval(type) || type.getSqlTypeName() == SqlTypeName.NULL);
  }

  @Override
  public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
    return IntervalType.is(type)
        ? canonize(IntervalType.with(typeSystem, nullable))
        : super.createTypeWithNullability(type, nullable);
  }

  /** Of what an outer join adds NULLs to. */
  @Override
  public RelDataType enforceTypeWithNullability(RelDataType type, boolean nullable) {
    return IntervalType.is(type)
        ? createTypeWithNullability(type, nullable)
        : super.enforceTypeWithNullability(type, nullable);
  }

  @Override
  public RelDataType createTypeWithCharsetAndCollation(
      RelDataType type, Charset charset, SqlCollation collation) {
    return JsonType.is(type) || type instanceof CollatedType
        ? type
        : super.createTypeWithCharsetAndCollation(type, charset, collation);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }
}

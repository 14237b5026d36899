package io.mosql.sql.planner.expression;

import io.mosql.core.port.Interrupts;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.ArrayType;
import io.mosql.sql.algebra.CollatedType;
import io.mosql.sql.algebra.IntervalType;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.JsonbType;
import io.mosql.sql.algebra.LargeType;
import io.mosql.sql.algebra.NumericType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.RelDataTypeFieldImpl;
import org.apache.calcite.rel.type.RelRecordType;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeMappingRule;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * A factory of Calcite's types with MoSQL's limits; text is UTF-8. Thread-safe.
 *
 * <p>Calcite caches one instance of each type as long as the heap has room. Types of wide rows are
 * not cached, because the search for a join order of many tables creates one for each order that it
 * tries.
 */
public final class MosqlTypeFactory extends SqlTypeFactoryImpl {
  /** Maximum number of fields of a cached row type. */
  private static final int KEPT_FIELDS_MAX = 64;

  public MosqlTypeFactory() {
    super(MosqlTypeSystem.INSTANCE);
  }

  /** Returns the type of a text literal. */
  public static RelDataType textLiteralType(RelDataTypeFactory factory, String value) {
    int length = Math.max(1, value.codePointCount(0, value.length()));
    return factory.createTypeWithNullability(
        factory.createSqlType(SqlTypeName.VARCHAR, length), false);
  }

  @Override
  protected RelDataType canonize(
      StructKind kind, List<String> names, List<RelDataType> types, boolean nullable) {
    if (names.size() <= KEPT_FIELDS_MAX) {
      Interrupts.check();
      return super.canonize(kind, names, types, nullable);
    }
    Interrupts.checkNow();
    List<RelDataTypeField> fields = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      fields.add(new RelDataTypeFieldImpl(names.get(i), i, types.get(i)));
    }
    return new RelRecordType(kind, fields, nullable);
  }

  /**
   * Returns NUMERIC for exact numbers with different scales, so that each value keeps its scale.
   */
  @Override
  public @Nullable RelDataType leastRestrictive(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    Interrupts.check();
    if (!types.isEmpty() && types.stream().allMatch(JsonType::is)) {
      return JsonType.of(this, types.stream().anyMatch(RelDataType::isNullable));
    }
    if (types.stream().anyMatch(ArrayType::is)) {
      return leastRestrictiveArray(types, mappingRule);
    }
    if (types.stream().anyMatch(JsonbType::is)) {
      boolean alike =
          types.stream().allMatch(t -> JsonbType.is(t) || t.getSqlTypeName() == SqlTypeName.NULL);
      boolean nullable = types.stream().anyMatch(RelDataType::isNullable);
      return alike ? JsonbType.of(this, nullable) : null;
    }
    if (areIntervals(types)) {
      return IntervalType.of(this, types.stream().anyMatch(RelDataType::isNullable));
    }
    if (types.stream().anyMatch(NumericType::is)
        && types.stream()
            .allMatch(
                t -> SqlTypeUtil.isExactNumeric(t) || t.getSqlTypeName() == SqlTypeName.NULL)) {
      return NumericType.of(this, types.stream().anyMatch(RelDataType::isNullable));
    }
    if (types.stream().anyMatch(SqlTypeUtil::isDatetime)
        && types.stream().anyMatch(SqlTypeUtil::isNumeric)) {
      // Calcite would interpret the numbers as days
      return null;
    }
    RelDataType common = withLarge(types, super.leastRestrictive(types, mappingRule));
    if (common == null || common.getSqlTypeName() != SqlTypeName.DECIMAL) {
      return common == null ? null : CollationRules.common(this, types, common);
    }
    boolean alike =
        types.stream()
            .filter(SqlTypeUtil::isExactNumeric)
            .allMatch(type -> scale(type) == common.getScale());
    return alike ? common : NumericType.of(this, common.isNullable());
  }

  /** Returns the type of arrays with the common type of the elements; null where there is none. */
  private @Nullable RelDataType leastRestrictiveArray(
      List<RelDataType> types, SqlTypeMappingRule mappingRule) {
    List<RelDataType> elements = new ArrayList<>();
    boolean nullable = false;
    for (RelDataType type : types) {
      nullable |= type.isNullable();
      if (ArrayType.is(type)) {
        elements.add(ArrayType.element(type));
      } else if (type.getSqlTypeName() != SqlTypeName.NULL) {
        return null;
      }
    }
    RelDataType element = leastRestrictive(elements, mappingRule);
    return element == null ? null : ArrayType.of(this, element, nullable);
  }

  /** BLOB or CLOB where one of the types is. */
  private @Nullable RelDataType withLarge(List<RelDataType> types, @Nullable RelDataType common) {
    boolean text = common != null && SqlTypeUtil.isCharacter(common);
    return common != null
            && (text || SqlTypeUtil.isBinary(common))
            && types.stream().anyMatch(LargeType::is)
        ? LargeType.of(this, text, RelDataType.PRECISION_NOT_SPECIFIED, common.isNullable())
        : common;
  }

  private static int scale(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DECIMAL ? type.getScale() : 0;
  }

  /** Returns NUMERIC for a DECIMAL without a precision. */
  @Override
  public RelDataType createSqlType(SqlTypeName name) {
    return name == SqlTypeName.DECIMAL ? NumericType.of(this, false) : super.createSqlType(name);
  }

  /**
   * Returns NUMERIC for a DECIMAL above the maximum precision, and for the widest DECIMAL with half
   * of its digits after the point, which Calcite uses for a text compared with a number.
   */
  @Override
  public RelDataType createSqlType(SqlTypeName name, int precision, int scale) {
    boolean wide =
        Math.max(precision, scale) > SqlType.MAX_DECIMAL_PRECISION
            || precision == SqlType.MAX_DECIMAL_PRECISION
                && scale == SqlType.MAX_DECIMAL_PRECISION / 2;
    return wide && name == SqlTypeName.DECIMAL
        ? NumericType.of(this, false)
        : super.createSqlType(name, precision, scale);
  }

  /** Whether all types are intervals, with any fields, or NULL. */
  private static boolean areIntervals(List<RelDataType> types) {
    return types.stream().anyMatch(SqlTypeUtil::isInterval)
        && types.stream()
            .allMatch(
                type -> SqlTypeUtil.isInterval(type) || type.getSqlTypeName() == SqlTypeName.NULL);
  }

  @Override
  public RelDataType createTypeWithNullability(RelDataType type, boolean nullable) {
    Interrupts.check();
    if (NumericType.isOfLiteral(type) && type.isNullable() == nullable) {
      return type;
    }
    return IntervalType.is(type)
        ? canonize(IntervalType.with(typeSystem, nullable))
        : super.createTypeWithNullability(type, nullable);
  }

  /** Returns the type with another nullability, as on the nullable side of an outer join. */
  @Override
  public RelDataType enforceTypeWithNullability(RelDataType type, boolean nullable) {
    return IntervalType.is(type)
        ? createTypeWithNullability(type, nullable)
        : super.enforceTypeWithNullability(type, nullable);
  }

  @Override
  public RelDataType createTypeWithCharsetAndCollation(
      RelDataType type, Charset charset, SqlCollation collation) {
    return JsonType.is(type) || LargeType.is(type) || type instanceof CollatedType
        ? type
        : super.createTypeWithCharsetAndCollation(type, charset, collation);
  }

  @Override
  public Charset getDefaultCharset() {
    return StandardCharsets.UTF_8;
  }
}

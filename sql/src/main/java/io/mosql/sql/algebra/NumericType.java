package io.mosql.sql.algebra;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type NUMERIC, whose values each have their own scale, in Calcite's plans. It is a DECIMAL
 * wider than any other, with half of its digits after the point, so that casts to it are lossless
 * and casts from it are not. Immutable.
 */
public final class NumericType extends BasicSqlType {
  /** Larger than the maximum precision of a DECIMAL. */
  private static final int PRECISION = 1_000;

  private static final long serialVersionUID = 1L;

  private static final int SCALE = PRECISION / 2;

  private final int scale;

  private NumericType(RelDataTypeSystem system, boolean nullable, int scale) {
    super(system, SqlTypeName.DECIMAL, nullable);
    this.scale = scale;
  }

  public static RelDataType of(RelDataTypeFactory factory, boolean nullable) {
    return factory.createTypeWithNullability(
        new NumericType(factory.getTypeSystem(), nullable, SCALE), nullable);
  }

  /**
   * Returns the type for a literal with this scale, because Calcite rescales a literal to the scale
   * of its type.
   */
  public static RelDataType ofLiteral(RelDataTypeFactory factory, int scale) {
    return new NumericType(factory.getTypeSystem(), false, scale);
  }

  public static boolean is(RelDataType type) {
    return type instanceof NumericType;
  }

  /** Whether the type is that of a literal. */
  public static boolean isOfLiteral(RelDataType type) {
    return type instanceof NumericType numeric && numeric.scale != SCALE;
  }

  @Override
  public int getPrecision() {
    return PRECISION;
  }

  @Override
  public int getScale() {
    return scale;
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable && scale == SCALE
        ? this
        : new NumericType(typeSystem, nullable, SCALE);
  }

  @Override
  protected void generateTypeString(StringBuilder out, boolean withDetail) {
    out.append("NUMERIC");
  }
}

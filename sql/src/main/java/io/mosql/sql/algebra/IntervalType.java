package io.mosql.sql.algebra;

import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.IntervalSqlType;

/**
 * The type of all interval values. Its fields are those of Calcite's INTERVAL DAY TO SECOND,
 * although a value may also have months. Interval literals in date arithmetic keep Calcite's types.
 * Immutable.
 */
public final class IntervalType extends IntervalSqlType {
  private static final long serialVersionUID = 1L;

  private static final int DIGITS = 9;
  private static final int FRACTION_DIGITS = 6;
  private static final SqlIntervalQualifier FIELDS =
      new SqlIntervalQualifier(
          TimeUnit.DAY, DIGITS, TimeUnit.SECOND, FRACTION_DIGITS, SqlParserPos.ZERO);

  private IntervalType(RelDataTypeSystem system, boolean nullable) {
    super(system, FIELDS, nullable);
  }

  public static RelDataType of(RelDataTypeFactory factory, boolean nullable) {
    return factory.createTypeWithNullability(
        new IntervalType(factory.getTypeSystem(), nullable), nullable);
  }

  public static boolean is(RelDataType type) {
    return type instanceof IntervalType;
  }

  /** Returns the type with this nullability; the instance is not canonical in a type factory. */
  public static IntervalType with(RelDataTypeSystem system, boolean nullable) {
    return new IntervalType(system, nullable);
  }

  @Override
  protected void generateTypeString(StringBuilder out, boolean withDetail) {
    out.append("INTERVAL");
  }
}

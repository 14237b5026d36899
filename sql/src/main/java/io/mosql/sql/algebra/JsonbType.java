package io.mosql.sql.algebra;

import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type JSONB in Calcite's plans, based on Calcite's VARIANT, which only MoSQL's own operators
 * and functions accept. Immutable.
 */
public final class JsonbType extends BasicSqlType {
  private static final long serialVersionUID = 1L;

  private JsonbType(RelDataTypeSystem system, boolean nullable) {
    super(system, SqlTypeName.VARIANT, nullable);
  }

  public static RelDataType of(RelDataTypeFactory factory, boolean nullable) {
    return factory.createTypeWithNullability(
        new JsonbType(factory.getTypeSystem(), nullable), nullable);
  }

  public static boolean is(RelDataType type) {
    return type instanceof JsonbType;
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable ? this : new JsonbType(typeSystem, nullable);
  }

  @Override
  protected void generateTypeString(StringBuilder out, boolean withDetail) {
    out.append("JSONB");
  }
}

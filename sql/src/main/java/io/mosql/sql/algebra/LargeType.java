package io.mosql.sql.algebra;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * The types BLOB and CLOB in Calcite's plans, based on VARBINARY and VARCHAR. Code that does not
 * check for this class sees those, so that functions and operators accept both. Values may be large
 * objects; expressions that compute with them load them. Immutable.
 */
public final class LargeType extends BasicSqlType {
  private static final long serialVersionUID = 1L;

  private LargeType(RelDataTypeSystem system, SqlTypeName name, int precision, boolean nullable) {
    super(system, name, nullable, precision);
    computeDigest();
  }

  /**
   * Returns BLOB or CLOB.
   *
   * @param precision PRECISION_NOT_SPECIFIED for none
   */
  public static RelDataType of(
      RelDataTypeFactory factory, boolean text, int precision, boolean nullable) {
    SqlTypeName name = text ? SqlTypeName.VARCHAR : SqlTypeName.VARBINARY;
    return factory.createTypeWithNullability(
        new LargeType(factory.getTypeSystem(), name, precision, nullable), nullable);
  }

  public static boolean is(RelDataType type) {
    return type instanceof LargeType;
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable
        ? this
        : new LargeType(typeSystem, typeName, getPrecision(), nullable);
  }

  @Override
  public @Nullable Charset getCharset() {
    return typeName == SqlTypeName.VARCHAR ? StandardCharsets.UTF_8 : null;
  }

  @Override
  public @Nullable SqlCollation getCollation() {
    return typeName == SqlTypeName.VARCHAR ? SqlCollation.IMPLICIT : null;
  }

  @Override
  protected void generateTypeString(StringBuilder out, boolean withDetail) {
    out.append(typeName == SqlTypeName.VARCHAR ? "CLOB" : "BLOB");
    if (getPrecision() != PRECISION_NOT_SPECIFIED) {
      out.append('(').append(getPrecision()).append(')');
    }
  }
}

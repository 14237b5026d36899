package io.mosql.sql.algebra;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type of a text that is known to be JSON: a VARCHAR to whatever asks for nothing else. What
 * builds JSON takes such a value as it is, and any other text for a string. Known are columns of
 * JSON and the results of functions; nothing is stored or sent with this type. Immutable.
 */
public final class JsonType extends BasicSqlType {
  private static final long serialVersionUID = 1L;

  private JsonType(RelDataTypeSystem system, boolean nullable) {
    super(system, SqlTypeName.VARCHAR, nullable);
  }

  public static RelDataType of(RelDataTypeFactory factory, boolean nullable) {
    return factory.createTypeWithNullability(
        new JsonType(factory.getTypeSystem(), nullable), nullable);
  }

  public static boolean is(RelDataType type) {
    return type instanceof JsonType;
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable ? this : new JsonType(typeSystem, nullable);
  }

  @Override
  public Charset getCharset() {
    return StandardCharsets.UTF_8;
  }

  @Override
  public SqlCollation getCollation() {
    return SqlCollation.IMPLICIT;
  }

  @Override
  protected void generateTypeString(StringBuilder out, boolean withDetail) {
    out.append("JSON");
  }
}

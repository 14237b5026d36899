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
 * The type of a text that is known to be JSON, based on VARCHAR. Functions that build JSON insert
 * such a value unchanged, and any other text as a JSON string. JSON columns and the results of JSON
 * functions have this type; it is neither stored nor sent to clients. Immutable.
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

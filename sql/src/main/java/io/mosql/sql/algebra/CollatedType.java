package io.mosql.sql.algebra;

import io.mosql.core.type.Collation;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type of a text with an explicit collation: of a column that declares one, or of an expression
 * with COLLATE. Code that does not check for this class sees a plain CHAR or VARCHAR. Calcite's own
 * collations are not used. Immutable.
 */
public final class CollatedType extends BasicSqlType {
  private static final long serialVersionUID = 1L;

  private final Collation collation;

  private CollatedType(
      RelDataTypeSystem system,
      SqlTypeName name,
      int precision,
      boolean nullable,
      Collation collation) {
    super(system, name, nullable, precision);
    this.collation = collation;
    computeDigest();
  }

  /** Returns the text type with a collation. */
  public static RelDataType of(RelDataTypeFactory factory, RelDataType text, Collation collation) {
    CollatedType type =
        new CollatedType(
            factory.getTypeSystem(),
            text.getSqlTypeName(),
            text.getPrecision(),
            text.isNullable(),
            collation);
    return factory.createTypeWithNullability(type, text.isNullable());
  }

  /** Returns the collation of a type. */
  public static Collation collation(RelDataType type) {
    return type instanceof CollatedType collated ? collated.collation : Collation.CODE_POINT;
  }

  /** Returns the type without its explicit collation. */
  public static RelDataType plain(RelDataTypeFactory factory, RelDataType type) {
    return type instanceof CollatedType
        ? factory.createTypeWithNullability(
            factory.createSqlType(type.getSqlTypeName(), type.getPrecision()), type.isNullable())
        : type;
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable
        ? this
        : new CollatedType(typeSystem, typeName, getPrecision(), nullable, collation);
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
    super.generateTypeString(out, false);
    // called by the superclass constructor, before the collation is set
    if (collation != null) {
      out.append(" COLLATE ").append(collation.sqlName());
    }
  }
}

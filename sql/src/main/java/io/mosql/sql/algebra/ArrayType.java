package io.mosql.sql.algebra;

import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.sql.type.BasicSqlType;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * The type of arrays in Calcite's plans, based on Calcite's VARIANT, which only MoSQL's own
 * operators and functions accept: the dimensions of an array belong to its value, while Calcite's
 * ARRAY of ARRAY is another type than ARRAY. Elements are nullable. Immutable.
 */
public final class ArrayType extends BasicSqlType {
  private static final long serialVersionUID = 1L;

  private final RelDataType element;

  private ArrayType(RelDataTypeSystem system, RelDataType element, boolean nullable) {
    super(system, SqlTypeName.VARIANT, nullable);
    this.element = element;
    // now with the element
    computeDigest();
  }

  /**
   * Returns the type of arrays.
   *
   * @param element type of the elements, or that of arrays of them; instead of BLOB and CLOB the
   *     array has VARBINARY and TEXT, because it holds its elements itself
   */
  public static RelDataType of(RelDataTypeFactory factory, RelDataType element, boolean nullable) {
    RelDataType innermost = element instanceof ArrayType array ? array.element : element;
    RelDataType stored =
        LargeType.is(innermost) ? factory.createSqlType(innermost.getSqlTypeName()) : innermost;
    RelDataType each = factory.createTypeWithNullability(stored, true);
    return factory.createTypeWithNullability(
        new ArrayType(factory.getTypeSystem(), each, nullable), nullable);
  }

  public static boolean is(RelDataType type) {
    return type instanceof ArrayType;
  }

  /** The type of the elements of an array type. */
  public static RelDataType element(RelDataType array) {
    return ((ArrayType) array).element;
  }

  @Override
  public BasicSqlType createWithNullability(boolean nullable) {
    return nullable == isNullable ? this : new ArrayType(typeSystem, element, nullable);
  }

  @Override
  @SuppressWarnings("ConstantValue") // the constructor of the superclass calls this method
  protected void generateTypeString(StringBuilder out, boolean withDetail) {
    RelDataType each = element;
    out.append(each == null ? "" : withDetail ? each.getFullTypeString() : each.toString());
    out.append("[]");
  }

  @Override
  public boolean equals(@org.jspecify.annotations.Nullable Object o) {
    return o instanceof ArrayType other
        && isNullable == other.isNullable
        && element.equals(other.element);
  }

  @Override
  public int hashCode() {
    return Objects.hash(element, isNullable);
  }
}

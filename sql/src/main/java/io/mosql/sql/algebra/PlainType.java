package io.mosql.sql.algebra;

import io.mosql.core.type.SqlType;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeComparability;
import org.apache.calcite.rel.type.RelDataTypeDigest;
import org.apache.calcite.rel.type.RelDataTypeFamily;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rel.type.RelDataTypeFieldImpl;
import org.apache.calcite.rel.type.RelDataTypePrecedenceList;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.SqlCollation;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A type of MoSQL, or a row of such types, in a plan that was made without Calcite's converter: it
 * stands for Calcite's type, which needs a type factory with all that this loads. The executor asks
 * for MoSQL's type only ({@link RelTypes#sqlType}). No rule of the planner meets it, so it answers
 * none of the questions that they ask. Immutable.
 */
public final class PlainType implements RelDataType {
  private final @Nullable SqlType type;
  private final boolean nullable;
  private final List<RelDataTypeField> fields;

  private PlainType(@Nullable SqlType type, boolean nullable, List<RelDataTypeField> fields) {
    this.type = type;
    this.nullable = nullable;
    this.fields = fields;
  }

  public static PlainType of(SqlType type, boolean nullable) {
    return new PlainType(type, nullable, List.of());
  }

  /**
   * Returns the type of a row.
   *
   * @param types parallel to the names
   */
  public static PlainType row(List<String> names, List<? extends RelDataType> types) {
    List<RelDataTypeField> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      fields.add(new RelDataTypeFieldImpl(names.get(i), i, types.get(i)));
    }
    return new PlainType(null, false, fields);
  }

  /** Returns MoSQL's type; the type must not be that of a row. */
  public SqlType sqlType() {
    return Objects.requireNonNull(type, "type");
  }

  @Override
  public boolean isStruct() {
    return type == null;
  }

  @Override
  public List<RelDataTypeField> getFieldList() {
    return fields;
  }

  @Override
  public int getFieldCount() {
    return fields.size();
  }

  @Override
  public boolean isNullable() {
    return nullable;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PlainType plain
        && plain.nullable == nullable
        && Objects.equals(plain.type, type)
        && plain.fields.equals(fields);
  }

  @Override
  public int hashCode() {
    return 31 * Objects.hashCode(type) + fields.hashCode() + (nullable ? 1 : 0);
  }

  @Override
  public boolean deepEquals(@Nullable Object other) {
    return equals(other);
  }

  @Override
  public int deepHashCode() {
    return hashCode();
  }

  @Override
  public String toString() {
    return type == null ? fields.toString() : type + (nullable ? "" : " NOT NULL");
  }

  @Override
  public String getFullTypeString() {
    return toString();
  }

  private static UnsupportedOperationException unanswered() {
    return new UnsupportedOperationException("a plain type is part of finished plans only");
  }

  @Override
  public List<String> getFieldNames() {
    throw unanswered();
  }

  @Override
  public StructKind getStructKind() {
    throw unanswered();
  }

  @Override
  public RelDataTypeField getField(String name, boolean caseSensitive, boolean elideRecord) {
    throw unanswered();
  }

  @Override
  public RelDataType getComponentType() {
    throw unanswered();
  }

  @Override
  public RelDataType getKeyType() {
    throw unanswered();
  }

  @Override
  public RelDataType getValueType() {
    throw unanswered();
  }

  @Override
  public Charset getCharset() {
    throw unanswered();
  }

  @Override
  public SqlCollation getCollation() {
    throw unanswered();
  }

  @Override
  public SqlIntervalQualifier getIntervalQualifier() {
    throw unanswered();
  }

  @Override
  public int getPrecision() {
    throw unanswered();
  }

  @Override
  public int getScale() {
    throw unanswered();
  }

  @Override
  public SqlTypeName getSqlTypeName() {
    throw unanswered();
  }

  @Override
  public SqlIdentifier getSqlIdentifier() {
    throw unanswered();
  }

  @Override
  public RelDataTypeFamily getFamily() {
    throw unanswered();
  }

  @Override
  public RelDataTypePrecedenceList getPrecedenceList() {
    throw unanswered();
  }

  @Override
  public RelDataTypeComparability getComparability() {
    throw unanswered();
  }

  @Override
  public boolean isDynamicStruct() {
    throw unanswered();
  }

  @Override
  public RelDataTypeDigest getDigest() {
    throw unanswered();
  }
}

package io.mosql.sql.exec.expression;

import io.mosql.core.type.Collation;
import io.mosql.core.type.LargeObject;
import io.mosql.sql.algebra.CollatedType;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * Equality and order of the fields of rows: texts by their collation, all other values by value.
 * Defines equality for grouping, sorting and DISTINCT. Immutable.
 */
public final class FieldCollations {
  /** Collations of rows whose texts all compare by code point. */
  public static final FieldCollations PLAIN = new FieldCollations(new Collation[0]);

  private final Collation[] byField;

  private FieldCollations(Collation[] byField) {
    this.byField = byField;
  }

  public static FieldCollations of(RelDataType rowType) {
    List<RelDataTypeField> fields = rowType.getFieldList();
    Collation[] byField = new Collation[fields.size()];
    boolean plain = true;
    for (int i = 0; i < byField.length; i++) {
      byField[i] = CollatedType.collation(fields.get(i).getType());
      plain &= byField[i] == Collation.CODE_POINT;
    }
    return plain ? PLAIN : new FieldCollations(byField);
  }

  public Collation of(int field) {
    return this == PLAIN ? Collation.CODE_POINT : byField[field];
  }

  /**
   * The object that represents the value of a field in a hash table: equal values have equal
   * objects.
   */
  public @Nullable Object key(int field, @Nullable Object value) {
    return value instanceof String text && of(field) != Collation.CODE_POINT
        ? of(field).key(text)
        : LargeObject.loaded(value);
  }

  /** Compares two non-null values of a field. */
  public int compare(int field, Object x, Object y) {
    return ValueComparisons.compare(of(field), x, y);
  }

  /** Whether two values of a field are equal, with NULL equal to NULL. */
  public boolean equal(int field, @Nullable Object x, @Nullable Object y) {
    return x == null || y == null ? x == y : compare(field, x, y) == 0;
  }
}

package io.mosql.sql.exec;

import io.mosql.core.type.Collation;
import io.mosql.sql.plan.CollatedType;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/**
 * How the fields of rows compare: a text by its collation, all else by its value. Whatever groups,
 * sorts or tells rows apart goes by this. Immutable.
 */
final class FieldCollations {
  /** Of rows whose texts all compare by code point. */
  static final FieldCollations PLAIN = new FieldCollations(new Collation[0]);

  private final Collation[] byField;

  private FieldCollations(Collation[] byField) {
    this.byField = byField;
  }

  static FieldCollations of(RelDataType rowType) {
    List<RelDataTypeField> fields = rowType.getFieldList();
    Collation[] byField = new Collation[fields.size()];
    boolean plain = true;
    for (int i = 0; i < byField.length; i++) {
      byField[i] = CollatedType.collation(fields.get(i).getType());
      plain &= byField[i] == Collation.CODE_POINT;
    }
    return plain ? PLAIN : new FieldCollations(byField);
  }

  Collation of(int field) {
    return this == PLAIN ? Collation.CODE_POINT : byField[field];
  }

  /** What stands for a field's value where equal values are to be equal objects. */
  @Nullable Object key(int field, @Nullable Object value) {
    return value instanceof String text && of(field) != Collation.CODE_POINT
        ? of(field).key(text)
        : value;
  }

  /** Compares two values of a field that are not null. */
  int compare(int field, Object x, Object y) {
    return Comparisons.compare(of(field), x, y);
  }

  /** Whether two values of a field are equal, NULL being equal to NULL. */
  boolean equal(int field, @Nullable Object x, @Nullable Object y) {
    return x == null || y == null ? x == y : compare(field, x, y) == 0;
  }
}

package io.mosql.sql.exec.aggregate;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.function.text.TextLengthLimit;
import org.jspecify.annotations.Nullable;

/**
 * STRING_AGG, LISTAGG and GROUP_CONCAT: concatenates the non-NULL values with a separator. NULL
 * when there are no values; a NULL separator is empty. Not thread-safe.
 */
final class StringAggAccumulator implements BufferingAccumulator {
  private static final Object[] NOTHING = new Object[0];

  private final int field;
  private final SqlType type;
  private final int separatorField;
  private @Nullable StringBuilder text;

  /**
   * Creates an accumulator without rows.
   *
   * @param separatorField number of the field of the separator, or -1 for none
   */
  StringAggAccumulator(int field, SqlType type, int separatorField) {
    this.field = field;
    this.type = type;
    this.separatorField = separatorField;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    Object value = row[field];
    if (value == null) {
      return;
    }
    String added = Coercion.format(value, type);
    StringBuilder joined = text;
    if (joined == null) {
      joined = new StringBuilder();
      text = joined;
    } else {
      Object separator = separatorField < 0 ? null : row[separatorField];
      joined.append(separator == null ? "" : separator.toString());
    }
    TextLengthLimit.check((long) joined.length() + added.length());
    context.charge(NOTHING, 2 * added.length());
    joined.append(added);
  }

  @Override
  public @Nullable Object result() {
    return text == null ? null : text.toString();
  }
}

package io.mosql.sql.exec.aggregate;

import io.mosql.core.type.SqlArray;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * ARRAY_AGG: aggregates the values of a group into an array, arrays into one of a dimension more.
 * Not thread-safe.
 */
final class ArrayAggAccumulator implements BufferingAccumulator {
  private final int field;
  private final SqlType element;
  private final boolean nested;
  private final boolean always;
  private final List<@Nullable Object> values = new ArrayList<>();

  /**
   * Creates an accumulator without rows.
   *
   * @param element type of the elements
   * @param nested whether the values are arrays
   * @param always whether the result of no rows is an array without elements, else NULL
   */
  ArrayAggAccumulator(int field, SqlType element, boolean nested, boolean always) {
    this.field = field;
    this.element = element;
    this.nested = nested;
    this.always = always;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    Object value = row[field];
    context.charge(new @Nullable Object[] {value}, 0);
    if (nested) {
      require(value);
    }
    values.add(value instanceof SqlArray ? value : ExpressionCompiler.aligned(value, element));
  }

  /** Fails for what cannot be an element of an array: NULL, and other dimensions than before. */
  private void require(@Nullable Object value) {
    if (!(value instanceof SqlArray array)) {
      throw SqlErrorMessage.ARRAYS_NULL.error();
    }
    if (array.size() == 0) {
      throw SqlErrorMessage.ARRAYS_EMPTY.error();
    }
    if (!values.isEmpty() && !array.hasBoundsOf((SqlArray) Objects.requireNonNull(values.get(0)))) {
      throw SqlErrorMessage.ARRAYS_NOT_ACCUMULABLE.error();
    }
  }

  @Override
  public @Nullable Object result() {
    return values.isEmpty() && !always ? null : SqlArray.join(element, values);
  }
}

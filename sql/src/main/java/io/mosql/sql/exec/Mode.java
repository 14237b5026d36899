package io.mosql.sql.exec;

import io.mosql.core.type.Collation;
import org.jspecify.annotations.Nullable;

/** The most frequent value of rows that come in order; the first of several in that order. */
final class Mode implements Accumulator {
  private final int field;
  private final Collation collation;
  private @Nullable Object best;
  private long bestCount;
  private @Nullable Object current;
  private long count;

  Mode(int field, Collation collation) {
    this.field = field;
    this.collation = collation;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    Object value = row[field];
    if (value == null) {
      return;
    }
    Object last = current;
    count = last != null && Comparisons.compare(collation, last, value) == 0 ? count + 1 : 1;
    current = value;
    if (count > bestCount) {
      best = value;
      bestCount = count;
    }
  }

  @Override
  public @Nullable Object result() {
    return best;
  }
}

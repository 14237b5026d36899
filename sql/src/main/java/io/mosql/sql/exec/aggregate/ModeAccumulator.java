package io.mosql.sql.exec.aggregate;

import io.mosql.core.type.Collation;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** MODE: the most frequent value of ordered rows. */
final class ModeAccumulator implements Accumulator {
  private final int field;
  private final Collation collation;
  private @Nullable Object best;
  private long bestCount;
  private @Nullable Object current;
  private long count;

  ModeAccumulator(int field, Collation collation) {
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
    count = last != null && ValueComparisons.compare(collation, last, value) == 0 ? count + 1 : 1;
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

package io.mosql.sql.exec.aggregate;

import io.mosql.core.type.Interval;
import io.mosql.sql.exec.runtime.ExecutionContext;
import org.jspecify.annotations.Nullable;

/** SUM and AVG of intervals, field by field; NULL when there are no values. Not thread-safe. */
final class IntervalSumAccumulator implements Accumulator {
  private final int field;
  private final boolean average;
  private Interval sum = Interval.ZERO;
  private long count;

  IntervalSumAccumulator(int field, boolean average) {
    this.field = field;
    this.average = average;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    if (row[field] instanceof Interval value) {
      sum = sum.plus(value);
      count++;
    }
  }

  @Override
  public @Nullable Object result() {
    if (count == 0) {
      return null;
    }
    return average ? sum.dividedBy(count) : sum;
  }
}

package io.mosql.sql.exec;

import io.mosql.core.type.Interval;
import org.jspecify.annotations.Nullable;

/** The sum or average of intervals, part by part; NULL of none. Not thread-safe. */
final class IntervalTotal implements Accumulator {
  private final int field;
  private final boolean average;
  private Interval sum = Interval.ZERO;
  private long count;

  IntervalTotal(int field, boolean average) {
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

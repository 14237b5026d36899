package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.aggregate.Totals;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * SUM and AVG. Exact numbers are summed in 64 bits, decimals unscaled; a sum that overflows moves
 * to a BigDecimal. Binary numbers are summed in the order of the rows.
 */
final class SumAccumulator implements BatchAccumulator {
  private final int field;
  private final SqlType type;
  private final boolean average;
  private final boolean zeroWhenEmpty;

  /** Number of values that were added. */
  private long[] counts = new long[1];

  private long[] small = new long[1];

  /** Digits after the point of the small sums, once there is one. */
  private int scale;

  private @Nullable BigDecimal @Nullable [] large;
  private double @Nullable [] floating;
  private boolean @Nullable [] infinite;

  SumAccumulator(int field, SqlType type, boolean average, boolean zeroWhenEmpty) {
    this.field = field;
    this.type = type;
    this.average = average;
    this.zeroWhenEmpty = zeroWhenEmpty;
  }

  @Override
  public void resize(int capacity) {
    counts = Arrays.copyOf(counts, capacity);
    small = Arrays.copyOf(small, capacity);
    large = large == null ? null : Arrays.copyOf(large, capacity);
    floating = floating == null ? null : Arrays.copyOf(floating, capacity);
    infinite = infinite == null ? null : Arrays.copyOf(infinite, capacity);
  }

  @Override
  public void add(Batch batch, int[] rows, int count, int[] groups) {
    Vector vector = batch.column(field);
    if (vector instanceof Vector.Longs longs) {
      addLongs(longs, rows, count, groups);
    } else if (vector instanceof Vector.Doubles doubles) {
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (!doubles.isNull(row)) {
          counts[groups[row]]++;
          addDouble(groups[row], doubles.values()[row]);
        }
      }
    } else {
      for (int k = 0; k < count; k++) {
        Object value = vector.get(rows[k]);
        if (value != null) {
          counts[groups[rows[k]]]++;
          addNumber(groups[rows[k]], (Number) value);
        }
      }
    }
  }

  private void addLongs(Vector.Longs longs, int[] rows, int count, int[] groups) {
    requireScale(longs.scale());
    long[] values = longs.values();
    boolean[] nulls = longs.nulls();
    long[] sums = small;
    long[] added = counts;
    for (int k = 0; k < count; k++) {
      int row = rows[k];
      if (nulls != null && nulls[row]) {
        continue;
      }
      int group = groups[row];
      added[group]++;
      long before = sums[group];
      long value = values[row];
      long sum = before + value;
      if (((before ^ sum) & (value ^ sum)) < 0) {
        addLarge(group, BigDecimal.valueOf(before, scale));
        sum = value;
      }
      sums[group] = sum;
    }
  }

  /** Moves the small sums when they have another scale. */
  private void requireScale(int wanted) {
    if (scale == wanted) {
      return;
    }
    for (int group = 0; group < small.length; group++) {
      if (small[group] != 0) {
        addLarge(group, BigDecimal.valueOf(small[group], scale));
        small[group] = 0;
      }
    }
    scale = wanted;
  }

  private void addNumber(int group, Number value) {
    if (value instanceof Double || value instanceof Float) {
      addDouble(group, value.doubleValue());
    } else if (value instanceof BigDecimal exact) {
      addLarge(group, exact);
    } else {
      addLarge(group, BigDecimal.valueOf(value.longValue()));
    }
  }

  private void addLarge(int group, BigDecimal value) {
    BigDecimal[] all = large == null ? new BigDecimal[small.length] : large;
    BigDecimal before = all[group];
    all[group] = before == null ? value : before.add(value);
    large = all;
  }

  private void addDouble(int group, double value) {
    double[] all = floating == null ? new double[small.length] : floating;
    all[group] += value;
    floating = all;
    if (Double.isInfinite(value)) {
      boolean[] known = infinite == null ? new boolean[small.length] : infinite;
      known[group] = true;
      infinite = known;
    }
  }

  @Override
  public void merge(BatchAccumulator accumulator, int count, int[] groups) {
    SumAccumulator other = (SumAccumulator) accumulator;
    requireScale(other.scale);
    for (int i = 0; i < count; i++) {
      int group = groups[i];
      counts[group] += other.counts[i];
      boolean moved = other.large != null && other.large[i] != null;
      if (moved || other.small[i] != 0 && !addSmall(group, other.small[i], other.scale)) {
        addLarge(group, other.exact(i));
      }
      if (other.floating != null) {
        double[] all = floating == null ? new double[small.length] : floating;
        all[group] += other.floating[i];
        floating = all;
      }
      if (other.infinite != null && other.infinite[i]) {
        boolean[] known = infinite == null ? new boolean[small.length] : infinite;
        known[group] = true;
        infinite = known;
      }
    }
  }

  /** Adds to the small sum of a group; false, without effect, when the sum does not fit. */
  private boolean addSmall(int group, long value, int valueScale) {
    long before = small[group];
    long sum = before + value;
    if (valueScale != scale || ((before ^ sum) & (value ^ sum)) < 0) {
      return false;
    }
    small[group] = sum;
    return true;
  }

  /** The sum of the exact numbers of a group. */
  private BigDecimal exact(int group) {
    BigDecimal sum = BigDecimal.valueOf(small[group], scale);
    BigDecimal more = large == null ? null : large[group];
    return more == null ? sum : sum.add(more);
  }

  @Override
  public Vector results(int from, int count) {
    Object[] results = new Object[count];
    for (int i = 0; i < count; i++) {
      results[i] = result(from + i);
    }
    return Vector.of(results, Batch.all(), count, type);
  }

  private @Nullable Object result(int group) {
    if (counts[group] == 0 && (average || !zeroWhenEmpty)) {
      return null;
    }
    boolean whole = large == null || large[group] == null;
    Object sum =
        Totals.sum(
            type,
            whole && scale == 0 ? small[group] : 0,
            whole && (scale == 0 || counts[group] == 0) ? null : exact(group),
            floating == null ? 0 : floating[group],
            infinite != null && infinite[group]);
    return average ? Totals.average(type, sum, counts[group]) : sum;
  }

  @Override
  public long bytes() {
    return (long) small.length * (16 + (large == null ? 0 : 48) + (floating == null ? 0 : 8));
  }
}

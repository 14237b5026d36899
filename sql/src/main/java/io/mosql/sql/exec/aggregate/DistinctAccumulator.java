package io.mosql.sql.exec.aggregate;

import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.spill.HashKey;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * DISTINCT within an aggregate: passes each distinct row on once. Deferred rows are added in the
 * order of their values, so that only the last value is kept then. Not thread-safe.
 */
final class DistinctAccumulator implements BufferingAccumulator {
  private final Supplier<Accumulator> makers;
  private final int[] fields;
  private final int width;
  private final FieldCollations texts;
  private final Map<HashKey, @Nullable Object[]> seen = new LinkedHashMap<>();
  private Accumulator inner;
  private @Nullable Object @Nullable [] last;
  private long kept;

  /**
   * Creates an accumulator without rows.
   *
   * @param fields of the values; the inner accumulators read no others
   * @param width of rows
   * @param texts how the values compare
   */
  DistinctAccumulator(
      Supplier<Accumulator> makers, int[] fields, int width, FieldCollations texts) {
    this.makers = makers;
    this.fields = fields;
    this.width = width;
    this.texts = texts;
    this.inner = makers.get();
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext context) {
    HashKey key = HashKey.of(row, fields, texts);
    if (seen.containsKey(key)) {
      return;
    }
    Object[] values = deferredForm(row);
    seen.put(key, values);
    long before = context.charged();
    context.charge(values, HashKey.HASHED_BYTES);
    kept += context.charged() - before;
    inner.add(row, context);
  }

  @Override
  public @Nullable Object[] deferredForm(@Nullable Object[] row) {
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = row[fields[i]];
    }
    return values;
  }

  @Override
  public Comparator<@Nullable Object[]> deferredOrder() {
    return (a, b) -> {
      for (int i = 0; i < fields.length; i++) {
        Object x = a[i];
        Object y = b[i];
        int order =
            x == null || y == null
                ? Boolean.compare(x != null, y != null)
                : texts.compare(fields[i], x, y);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    };
  }

  @Override
  public long spillTo(Consumer<@Nullable Object[]> rows) {
    seen.values().forEach(rows);
    seen.clear();
    inner = makers.get();
    long freed = kept;
    kept = 0;
    return freed;
  }

  @Override
  public void addDeferred(@Nullable Object[] values, ExecutionContext context) {
    Object[] before = last;
    if (before != null && deferredOrder().compare(before, values) == 0) {
      return;
    }
    last = values;
    Object[] row = new Object[width];
    for (int i = 0; i < fields.length; i++) {
      row[fields[i]] = values[i];
    }
    inner.add(row, context);
  }

  @Override
  public @Nullable Object result() {
    return inner.result();
  }
}

package io.mosql.sql.exec;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Feeds rows whose values it has not seen: DISTINCT within an aggregate. Where the result is asked
 * for once, rows for whose values there is no room go to files until then. Not thread-safe.
 */
final class DistinctAccumulator implements Accumulator {
  private final Accumulator inner;
  private final int[] fields;
  private final FieldCollations texts;
  private final boolean once;
  private final Set<RowKey> seen = new HashSet<>();
  private @Nullable Partitions aside;
  private @Nullable ExecutionContext context;
  private long kept;

  /**
   * @param texts how the values compare
   * @param once whether the result is asked for once only
   */
  DistinctAccumulator(Accumulator inner, int[] fields, FieldCollations texts, boolean once) {
    this.inner = inner;
    this.fields = fields;
    this.texts = texts;
    this.once = once;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext execution) {
    context = execution;
    RowKey key = RowKey.of(row, fields, texts);
    if (seen.contains(key) || once && isPutAside(row, key, execution)) {
      return;
    }
    seen.add(key);
    long before = execution.charged();
    Object[] values = new Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      values[i] = row[fields[i]];
    }
    execution.charge(values, Joins.HASHED_BYTES);
    kept += execution.charged() - before;
    inner.add(row, execution);
  }

  private boolean isPutAside(@Nullable Object[] row, RowKey key, ExecutionContext execution) {
    if (aside == null && !execution.shouldSpill(kept)) {
      return false;
    }
    Partitions partitions = aside == null ? new Partitions(execution) : aside;
    aside = partitions;
    boolean takes = partitions.takes(kept);
    if (takes) {
      partitions.add(row, key);
    }
    return takes;
  }

  @Override
  public @Nullable Object result() {
    ExecutionContext execution = context;
    Partitions partitions = aside;
    while (execution != null && partitions != null) {
      seen.clear();
      execution.release(kept);
      kept = 0;
      RowStream rows = partitions.next();
      if (rows == null) {
        break;
      }
      for (Object[] row = rows.next(); row != null; row = rows.next()) {
        add(row, execution);
      }
    }
    return inner.result();
  }
}

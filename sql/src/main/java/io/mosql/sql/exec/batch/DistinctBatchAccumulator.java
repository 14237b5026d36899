package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;

/** An aggregate function of the distinct values of its arguments in each group. */
final class DistinctBatchAccumulator implements BatchAccumulator {
  private final BatchAccumulator inner;
  private final int[] arguments;

  /** The group and the values: what was added to the function. */
  private final GroupTable seen;

  private final int width;

  DistinctBatchAccumulator(BatchAccumulator inner, int[] arguments, SqlType[] types, int width) {
    this.inner = inner;
    this.arguments = arguments;
    this.width = width;
    SqlType[] keys = new SqlType[types.length + 1];
    keys[0] = SqlType.INTEGER;
    System.arraycopy(types, 0, keys, 1, types.length);
    this.seen = new GroupTable(keys);
  }

  @Override
  public void resize(int capacity) {
    inner.resize(capacity);
  }

  @Override
  public void add(Batch batch, int[] rows, int count, int[] groups) {
    long[] numbers = new long[batch.capacity()];
    for (int k = 0; k < count; k++) {
      numbers[rows[k]] = groups[rows[k]];
    }
    Vector[] keys = new Vector[arguments.length + 1];
    keys[0] = new Vector.Longs(numbers, null, Vector.Carrier.INTEGER, 0);
    for (int i = 0; i < arguments.length; i++) {
      keys[i + 1] = batch.column(arguments[i]);
    }
    int[] found = new int[batch.capacity()];
    int next = seen.size();
    seen.find(keys, rows, count, true, found);
    int[] fresh = new int[count];
    int added = 0;
    for (int k = 0; k < count; k++) {
      if (found[rows[k]] == next) {
        next++;
        fresh[added++] = rows[k];
      }
    }
    if (added > 0) {
      inner.add(batch, fresh, added, groups);
    }
  }

  @Override
  public void merge(BatchAccumulator accumulator, int count, int[] groups) {
    GroupTable other = ((DistinctBatchAccumulator) accumulator).seen;
    for (int from = 0; from < other.size(); from += Batch.ROWS) {
      int size = Math.min(Batch.ROWS, other.size() - from);
      Vector[] columns = new Vector[width];
      for (int i = 0; i < arguments.length; i++) {
        columns[arguments[i]] = other.column(i + 1, from, size);
      }
      long[] theirs = ((Vector.Longs) other.column(0, from, size)).values();
      int[] ours = new int[size];
      for (int i = 0; i < size; i++) {
        ours[i] = groups[(int) theirs[i]];
      }
      add(new Batch(columns, size), Batch.all(), size, ours);
    }
  }

  @Override
  public Vector results(int from, int count) {
    return inner.results(from, count);
  }

  @Override
  public boolean growsWithRows() {
    return true;
  }

  @Override
  public long bytes() {
    return inner.bytes() + seen.bytes();
  }
}

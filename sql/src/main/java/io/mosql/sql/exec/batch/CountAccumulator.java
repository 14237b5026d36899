package io.mosql.sql.exec.batch;

import java.util.Arrays;

/** COUNT: of all rows, or of those in which no argument is NULL. */
final class CountAccumulator implements BatchAccumulator {
  private final int[] arguments;
  private long[] counts = new long[1];

  CountAccumulator(int[] arguments) {
    this.arguments = arguments;
  }

  @Override
  public void resize(int capacity) {
    counts = Arrays.copyOf(counts, capacity);
  }

  @Override
  public void add(Batch batch, int[] rows, int count, int[] groups) {
    boolean[] absent = null;
    for (int argument : arguments) {
      absent = VectorNulls.either(absent, VectorNulls.of(batch.column(argument), rows, count));
    }
    long[] all = counts;
    for (int k = 0; k < count; k++) {
      if (absent == null || !absent[rows[k]]) {
        all[groups[rows[k]]]++;
      }
    }
  }

  @Override
  public void merge(BatchAccumulator other, int count, int[] groups) {
    long[] more = ((CountAccumulator) other).counts;
    for (int i = 0; i < count; i++) {
      counts[groups[i]] += more[i];
    }
  }

  @Override
  public Vector results(int from, int count) {
    return new Vector.Longs(
        Arrays.copyOfRange(counts, from, from + count), null, Vector.Carrier.LONG, 0);
  }

  @Override
  public long bytes() {
    return 8L * counts.length;
  }
}

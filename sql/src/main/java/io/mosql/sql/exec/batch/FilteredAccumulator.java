package io.mosql.sql.exec.batch;

/** An aggregate function with a FILTER clause. */
record FilteredAccumulator(BatchAccumulator inner, int filter) implements BatchAccumulator {
  @Override
  public void resize(int capacity) {
    inner.resize(capacity);
  }

  @Override
  public void add(Batch batch, int[] rows, int count, int[] groups) {
    Vector passes = batch.column(filter);
    int[] passing = new int[count];
    int passed = 0;
    for (int k = 0; k < count; k++) {
      if (Boolean.TRUE.equals(passes.get(rows[k]))) {
        passing[passed++] = rows[k];
      }
    }
    if (passed > 0) {
      inner.add(batch, passing, passed, groups);
    }
  }

  @Override
  public void merge(BatchAccumulator other, int count, int[] groups) {
    inner.merge(((FilteredAccumulator) other).inner, count, groups);
  }

  @Override
  public Vector results(int from, int count) {
    return inner.results(from, count);
  }

  @Override
  public boolean growsWithRows() {
    return inner.growsWithRows();
  }

  @Override
  public long bytes() {
    return inner.bytes();
  }
}

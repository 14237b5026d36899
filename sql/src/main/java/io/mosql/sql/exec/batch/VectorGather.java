package io.mosql.sql.exec.batch;

/** Vectors of the values of other rows. Pure. */
final class VectorGather {
  private VectorGather() {}

  /**
   * The values of other rows.
   *
   * @param from the row of the vector for each row of the result; negative for NULL
   * @param rows rows of the result, the first {@code count} of the array
   * @param capacity all rows of the result have numbers below it
   */
  static Vector of(Vector vector, int[] from, int[] rows, int count, int capacity) {
    if (vector instanceof Vector.Longs longs) {
      long[] values = new long[capacity];
      for (int k = 0; k < count; k++) {
        int row = from[rows[k]];
        values[rows[k]] = row < 0 ? 0 : longs.values()[row];
      }
      boolean[] absent = VectorNulls.gathered(vector.nulls(), from, rows, count, capacity);
      return new Vector.Longs(values, absent, longs.carrier(), longs.scale());
    }
    if (vector instanceof Vector.Doubles doubles) {
      double[] values = new double[capacity];
      for (int k = 0; k < count; k++) {
        int row = from[rows[k]];
        values[rows[k]] = row < 0 ? 0 : doubles.values()[row];
      }
      return new Vector.Doubles(
          values, VectorNulls.gathered(vector.nulls(), from, rows, count, capacity));
    }
    if (vector instanceof Vector.Texts texts) {
      byte[][] data = new byte[capacity][];
      int[] starts = new int[capacity];
      int[] ends = new int[capacity];
      for (int k = 0; k < count; k++) {
        int row = from[rows[k]];
        if (row >= 0) {
          data[rows[k]] = texts.data()[row];
          starts[rows[k]] = texts.from()[row];
          ends[rows[k]] = texts.to()[row];
        }
      }
      return new Vector.Texts(
          data, starts, ends, VectorNulls.gathered(vector.nulls(), from, rows, count, capacity));
    }
    Object[] values = new Object[capacity];
    for (int k = 0; k < count; k++) {
      int row = from[rows[k]];
      values[rows[k]] = row < 0 ? null : vector.get(row);
    }
    return new Vector.Objects(values);
  }
}

package io.mosql.sql.exec.batch;

import org.jspecify.annotations.Nullable;

/** Vectors of the values of other rows. Pure. */
final class VectorGather {
  private VectorGather() {}

  /**
   * The values of other rows.
   *
   * @param vector null for a column that is not read
   * @param from the row of the vector for each row of the result
   * @param rows rows of the result, the first {@code count} of the array
   */
  static @Nullable Vector of(
      @Nullable Vector vector, int[] from, int[] rows, int count, int capacity) {
    if (vector == null) {
      return null;
    }
    boolean[] nulls = vector.nulls();
    boolean[] absent = nulls == null ? null : new boolean[capacity];
    for (int k = 0; absent != null && nulls != null && k < count; k++) {
      absent[rows[k]] = nulls[from[rows[k]]];
    }
    if (vector instanceof Vector.Longs longs) {
      long[] values = new long[capacity];
      for (int k = 0; k < count; k++) {
        values[rows[k]] = longs.values()[from[rows[k]]];
      }
      return new Vector.Longs(values, absent, longs.carrier(), longs.scale());
    }
    if (vector instanceof Vector.Doubles doubles) {
      double[] values = new double[capacity];
      for (int k = 0; k < count; k++) {
        values[rows[k]] = doubles.values()[from[rows[k]]];
      }
      return new Vector.Doubles(values, absent);
    }
    if (vector instanceof Vector.Texts texts) {
      byte[][] data = new byte[capacity][];
      int[] starts = new int[capacity];
      int[] ends = new int[capacity];
      for (int k = 0; k < count; k++) {
        int row = from[rows[k]];
        data[rows[k]] = texts.data()[row];
        starts[rows[k]] = texts.from()[row];
        ends[rows[k]] = texts.to()[row];
      }
      return new Vector.Texts(data, starts, ends, absent);
    }
    Object[] values = new Object[capacity];
    for (int k = 0; k < count; k++) {
      values[rows[k]] = vector.get(from[rows[k]]);
    }
    return new Vector.Objects(values);
  }
}

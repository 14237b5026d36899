package io.mosql.sql.exec.batch;

/**
 * Accumulates one aggregate function for all groups, by the numbers of the groups. Not thread-safe.
 */
interface BatchAccumulator {
  /** Makes room for groups with numbers below this one. */
  void resize(int capacity);

  /**
   * Adds rows.
   *
   * @param rows numbers of the rows, the first {@code count} of the array
   * @param groups the number of the group of each row, by row
   */
  void add(Batch batch, int[] rows, int count, int[] groups);

  /**
   * Adds what another accumulator of the same function has.
   *
   * @param groups the number here of each of its first {@code count} groups
   */
  void merge(BatchAccumulator other, int count, int[] groups);

  /** The results of a range of groups, numbered from 0 on in the vector. */
  Vector results(int from, int count);

  /** Estimated bytes of memory. */
  long bytes();

  /**
   * Whether memory grows with the rows of a group, so that rows of known groups may not fit either.
   */
  default boolean growsWithRows() {
    return false;
  }
}

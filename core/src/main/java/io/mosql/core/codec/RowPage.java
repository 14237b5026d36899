package io.mosql.core.codec;

/**
 * Rows that never change, such as those of one page, with the columns that were decoded of them.
 * Thread-safe.
 */
public abstract class RowPage {
  /** Holds no reference to the rows, so that the cache of columns keeps no page alive. */
  private final PageColumns columns = new PageColumns();

  /** Number of rows. */
  protected abstract int size();

  /**
   * The array that contains a row; not to be changed.
   *
   * @param at number of the row in the page
   */
  protected abstract byte[] bytes(int at);

  /**
   * Finds the bytes of some rows.
   *
   * @param from number of the first row in the page
   * @param to number after the last row
   * @param at index of the first row in the arrays
   * @param bytes receives the arrays that contain the rows
   * @param starts receives the offsets of their first bytes
   * @param ends receives the offsets after their last bytes
   */
  protected abstract void locate(
      int from, int to, int at, byte[][] bytes, int[] starts, int[] ends);

  final PageColumns columns() {
    return columns;
  }
}

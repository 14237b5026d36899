package io.mosql.sql.exec.batch;

import io.mosql.core.error.InvariantViolation;
import io.mosql.sql.exec.runtime.UnreadColumn;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a batch operator, by columns. The rows that belong to the result are selected: conditions
 * shrink the selection and leave the columns as they are. Columns may be computed when they are
 * first asked for. Not thread-safe; valid until the next batch of its stream is asked for.
 */
final class Batch {
  /** Maximum number of rows. */
  static final int ROWS = 1024;

  private static final int[] ALL = new int[ROWS];

  static {
    for (int i = 0; i < ROWS; i++) {
      ALL[i] = i;
    }
  }

  /** Computes a column for the selected rows of a batch. */
  @FunctionalInterface
  interface Source {
    /**
     * The values of a column; null for one that is not read.
     *
     * @param rows numbers of the rows, the first {@code count} of the array
     */
    @Nullable Vector column(int field, int[] rows, int count);
  }

  private final @Nullable Vector[] columns;
  private final Source source;
  private final int capacity;
  private int[] rows;
  private int count;

  /**
   * A batch of all rows below a number, whose columns are computed.
   *
   * @param capacity number of rows, at most {@link #ROWS}
   */
  Batch(int width, int capacity, Source source) {
    this(new Vector[width], capacity, source);
  }

  /** A batch of known columns; null for those that are not read. */
  Batch(@Nullable Vector[] columns, int capacity) {
    this(columns, capacity, (field, rows, count) -> null);
  }

  private Batch(@Nullable Vector[] columns, int capacity, Source source) {
    this.columns = columns;
    this.source = source;
    this.capacity = capacity;
    this.rows = ALL;
    this.count = capacity;
  }

  /** The numbers from 0 on; not to be changed. */
  static int[] all() {
    return ALL;
  }

  /** Numbers of the selected rows in ascending order: the first {@link #count}. */
  int[] rows() {
    return rows;
  }

  /** Number of selected rows. */
  int count() {
    return count;
  }

  /** All rows have numbers below it. */
  int capacity() {
    return capacity;
  }

  int width() {
    return columns.length;
  }

  /** A batch of the same rows with a selection of its own. */
  Batch view() {
    Batch view = new Batch(width(), capacity, (field, some, number) -> columnIfRead(field));
    view.select(rows, count);
    return view;
  }

  /** Selects fewer rows. */
  void select(int[] fewer, int number) {
    rows = fewer;
    count = number;
  }

  /** The values of a column, of the selected rows at least; null when it is not read. */
  @Nullable Vector columnIfRead(int field) {
    Vector known = columns[field];
    if (known == null && count > 0) {
      known = source.column(field, rows, count);
      columns[field] = known;
    }
    return known;
  }

  /** The values of a column, of the selected rows at least. */
  Vector column(int field) {
    Vector column = columnIfRead(field);
    if (column == null) {
      throw new InvariantViolation("an expression uses only columns that the scan reads");
    }
    return column;
  }

  /** A selected row as carrier values. */
  @Nullable Object[] row(int row) {
    Object[] values = UnreadColumn.row(columns.length);
    for (int i = 0; i < values.length; i++) {
      Vector column = columnIfRead(i);
      if (column != null) {
        values[i] = column.get(row);
      }
    }
    return values;
  }
}

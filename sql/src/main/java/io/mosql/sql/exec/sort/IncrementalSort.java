package io.mosql.sql.exec.sort;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A sort of rows that are already sorted by its first keys: sorts the rows with equal values of
 * these keys, one such group at a time, and reads no group before it is needed. Stable. Used once;
 * not thread-safe.
 */
final class IncrementalSort implements RowStream {
  private final RowStream input;
  private final Comparator<@Nullable Object[]> presorted;
  private final Comparator<@Nullable Object[]> order;
  private final ExecutionContext context;

  /** Number of rows that are still asked for, of those up to the limit. */
  private long left;

  private final long heapLimit;

  /** The first row of the next group. */
  private @Nullable Object @Nullable [] ahead;

  private boolean started;
  private @Nullable ExternalSort sort;
  private RowStream group = RowStream.EMPTY;

  /**
   * Creates a sort.
   *
   * @param presorted order of the input
   * @param limit number of rows that are returned at most
   * @param heapLimit largest number of rows of a group that a heap is used for
   */
  IncrementalSort(
      RowStream input,
      Comparator<@Nullable Object[]> presorted,
      Comparator<@Nullable Object[]> order,
      long limit,
      long heapLimit,
      ExecutionContext context) {
    this.input = input;
    this.presorted = presorted;
    this.order = order;
    this.left = limit;
    this.heapLimit = heapLimit;
    this.context = context;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (left == 0) {
      return null;
    }
    Object[] row = group.next();
    if (row == null) {
      release();
      group = nextGroup();
      row = group.next();
    }
    left = row == null ? 0 : left - 1;
    return row;
  }

  private RowStream nextGroup() {
    if (!started) {
      started = true;
      ahead = input.next();
    }
    Object[] first = ahead;
    if (first == null) {
      return RowStream.EMPTY;
    }
    RowStream rows = rowsLike(first);
    if (left <= heapLimit) {
      return new TopNSort(order, (int) left, context).of(rows);
    }
    ExternalSort external = new ExternalSort(order, context);
    sort = external;
    return external.sorted(rows);
  }

  /** Returns the rows of the input's next group; the stream ends before the first row after it. */
  private RowStream rowsLike(@Nullable Object[] first) {
    return new RowStream() {
      private boolean ended;

      @Override
      public @Nullable Object @Nullable [] next() {
        Object[] row = ahead;
        if (ended || row == null || presorted.compare(first, row) != 0) {
          ended = true;
          return null;
        }
        ahead = input.next();
        return row;
      }
    };
  }

  private void release() {
    if (sort != null) {
      sort.release();
      sort = null;
    }
  }

  @Override
  public boolean isKnownEmpty() {
    return left == 0;
  }
}

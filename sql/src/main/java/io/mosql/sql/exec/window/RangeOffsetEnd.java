package io.mosql.sql.exec.window;

import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The start or end of RANGE frames with an offset. A row whose key is NULL has its peers as frame.
 * The search starts at the result for the previous row, which is close. Not thread-safe.
 */
final class RangeOffsetEnd implements FrameBounds.End {
  private final WindowPartition partition;
  private final ExecutionContext context;
  private final int field;
  private final RangeOffset distance;
  private final Comparator<@Nullable Object[]> order;
  private final boolean upper;

  /** The range of rows with non-null keys. */
  private final int first;

  private final int last;
  private int found;

  /**
   * Creates the start or end of frames.
   *
   * @param field the sort key
   * @param distance of the end from a row's own key
   * @param order of rows of one key
   * @param upper whether it is the end of frames
   */
  RangeOffsetEnd(
      WindowPartition partition,
      ExecutionContext context,
      int field,
      RangeOffset distance,
      Comparator<@Nullable Object[]> order,
      boolean upper) {
    this.partition = partition;
    this.context = context;
    this.field = field;
    this.distance = distance;
    this.order = order;
    this.upper = upper;
    int start = 0;
    int end = partition.size();
    while (start < end && partition.row(start)[field] == null) {
      context.step();
      start++;
    }
    while (end > start && partition.row(end - 1)[field] == null) {
      context.step();
      end--;
    }
    this.first = start;
    this.last = end;
    this.found = start;
  }

  @Override
  public int indexFor(int row) {
    context.step();
    if (row < first || row >= last) {
      return upper ? partition.peerEnd(row) : partition.peerStart(row);
    }
    Object[] sought = {distance.limit(partition.row(row), context)};
    found = search(sought);
    return found;
  }

  /**
   * The first row whose key is not before the limit; if upper, the first row whose key is after it.
   */
  private int search(@Nullable Object[] sought) {
    int low = first;
    int high = last;
    long step = 1;
    long probe = found;
    if (found < last && isBefore(found, sought)) {
      while (probe < last && isBefore((int) probe, sought)) {
        low = (int) probe + 1;
        probe += step;
        step *= 2;
      }
      high = (int) Math.min(probe, last);
    } else {
      high = found;
      probe--;
      while (probe >= first && !isBefore((int) probe, sought)) {
        high = (int) probe;
        probe -= step;
        step *= 2;
      }
      low = (int) Math.max(first, probe + 1);
    }
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isBefore(middle, sought)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isBefore(int row, @Nullable Object[] sought) {
    int compared = order.compare(new Object[] {key(row)}, sought);
    return compared < 0 || upper && compared == 0;
  }

  private Object key(int row) {
    return distance.key(Objects.requireNonNull(partition.row(row)[field]));
  }
}

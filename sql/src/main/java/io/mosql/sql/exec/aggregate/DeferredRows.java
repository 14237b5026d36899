package io.mosql.sql.exec.aggregate;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.sort.ExternalSort;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Rows deferred for one aggregate function: sorted by group, then in the function's own order, in
 * temporary files where memory does not suffice. Not thread-safe.
 */
final class DeferredRows {
  private final ExternalSort sort;
  private @Nullable RowStream sorted;
  private @Nullable Object @Nullable [] ahead;

  DeferredRows(Comparator<@Nullable Object[]> order, ExecutionContext context) {
    Comparator<@Nullable Object[]> byGroup = (a, b) -> Long.compare(group(a), group(b));
    this.sort = new ExternalSort(byGroup.thenComparing(order), context);
  }

  /** The number of the group, which follows the fields of the row. */
  private static long group(@Nullable Object[] row) {
    return row[row.length - 1] instanceof Long number ? number : -1;
  }

  void add(long group, @Nullable Object[] row) {
    Object[] numbered = Arrays.copyOf(row, row.length + 1);
    numbered[row.length] = group;
    sort.add(numbered);
  }

  /** Adds the deferred rows of a group; groups must be requested in the order of their numbers. */
  void feed(long group, BufferingAccumulator to, ExecutionContext context) {
    RowStream rows = sorted;
    if (rows == null) {
      rows = sort.sorted();
      sorted = rows;
      ahead = rows.next();
    }
    for (Object[] row = ahead; row != null && group(row) == group; row = ahead) {
      to.addDeferred(Arrays.copyOf(row, row.length - 1), context);
      ahead = rows.next();
    }
  }

  /** Releases the rows; none may be read afterwards. */
  void release() {
    sort.release();
  }
}

package io.mosql.sql.exec.sort;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Top-N sort: a heap of the first N rows in an order. Of rows that compare equal the earliest are
 * kept. When the heap does not fit into memory, all rows are sorted. Used once; not thread-safe.
 */
final class TopNSort {
  private record Numbered(@Nullable Object[] row, long number) {}

  private final Comparator<@Nullable Object[]> order;
  private final Comparator<Numbered> stable;
  private final int count;
  private final ExecutionContext context;
  private final PriorityQueue<Numbered> heap;
  private long kept;

  /**
   * Creates an empty sort.
   *
   * @param count number of rows to return
   */
  TopNSort(Comparator<@Nullable Object[]> order, int count, ExecutionContext context) {
    this.order = order;
    this.stable =
        Comparator.<Numbered, @Nullable Object[]>comparing(Numbered::row, order)
            .thenComparingLong(Numbered::number);
    this.count = count;
    this.context = context;
    this.heap = new PriorityQueue<>(stable.reversed());
  }

  RowStream of(RowStream rows) {
    long number = 0;
    for (Object[] row = rows.next(); row != null; row = rows.next()) {
      Numbered candidate = new Numbered(row, number++);
      if (heap.size() == count) {
        if (stable.compare(candidate, heap.element()) < 0) {
          heap.remove();
          heap.add(candidate);
        }
      } else if (context.shouldSpill(kept)) {
        return sorted(row, rows);
      } else {
        long before = context.charged();
        context.charge(row);
        kept += context.charged() - before;
        heap.add(candidate);
      }
    }
    return rows(heap.stream().sorted(stable).toList());
  }

  private RowStream sorted(@Nullable Object[] row, RowStream rest) {
    RowStream known = rows(heap.stream().sorted(Comparator.comparing(Numbered::number)).toList());
    heap.clear();
    context.release(kept);
    return new ExternalSort(order, context)
        .sorted(
            new RowStream() {
              private @Nullable Object @Nullable [] between = row;

              @Override
              public @Nullable Object @Nullable [] next() {
                Object[] next = known.next();
                if (next == null) {
                  next = between;
                  between = null;
                }
                return next == null ? rest.next() : next;
              }
            });
  }

  private static RowStream rows(List<Numbered> numbered) {
    return RowStream.of(numbered.stream().map(Numbered::row).iterator());
  }
}

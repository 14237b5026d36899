package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY, OFFSET and FETCH. A limit without a sort stays lazy; a sort with a limit keeps only
 * that many rows.
 */
final class Sorts {
  /** Limits above this sort everything instead of keeping a heap. */
  private static final long HEAP_LIMIT = 10_000;

  private Sorts() {}

  static Operator compile(
      Operator input,
      @Nullable Comparator<@Nullable Object[]> order,
      @Nullable Expression offset,
      @Nullable Expression fetch) {
    return context -> {
      long skip = offset == null ? 0 : count(offset, context, "OFFSET");
      long limit = fetch == null ? Long.MAX_VALUE : count(fetch, context, "LIMIT");
      if (order == null) {
        return limited(input.open(context), skip, limit);
      }
      return new RowStream() {
        private @Nullable RowStream sorted;

        @Override
        public @Nullable Object @Nullable [] next() {
          if (sorted == null) {
            sorted = limited(sort(input, order, skip, limit, context), skip, limit);
          }
          return sorted.next();
        }
      };
    };
  }

  private static RowStream sort(
      Operator input,
      Comparator<@Nullable Object[]> order,
      long skip,
      long limit,
      ExecutionContext context) {
    if (limit > HEAP_LIMIT || skip > HEAP_LIMIT) {
      return new ExternalSort(order, context).sorted(input.open(context));
    }
    List<@Nullable Object[]> rows = top(input.open(context), order, (int) (skip + limit), context);
    Iterator<@Nullable Object[]> iterator = rows.iterator();
    return () -> iterator.hasNext() ? iterator.next() : null;
  }

  /** The first rows in order; among equals the ones that came first. */
  private static List<@Nullable Object[]> top(
      RowStream rows, Comparator<@Nullable Object[]> order, int limit, ExecutionContext context) {
    record Numbered(@Nullable Object[] row, long number) {}
    Comparator<Numbered> stable =
        Comparator.<Numbered, @Nullable Object[]>comparing(Numbered::row, order)
            .thenComparingLong(Numbered::number);
    PriorityQueue<Numbered> heap = new PriorityQueue<>(stable.reversed());
    long number = 0;
    for (Object[] row = rows.next(); row != null; row = rows.next()) {
      if (limit == 0) {
        break;
      }
      Numbered candidate = new Numbered(row, number++);
      if (heap.size() < limit) {
        context.charge(row);
        heap.add(candidate);
      } else if (stable.compare(candidate, heap.element()) < 0) {
        heap.remove();
        heap.add(candidate);
      }
    }
    List<@Nullable Object[]> sorted = new java.util.ArrayList<>();
    heap.stream().sorted(stable).forEach(kept -> sorted.add(kept.row()));
    return sorted;
  }

  private static RowStream limited(RowStream rows, long skip, long limit) {
    return new RowStream() {
      private long toSkip = skip;
      private long left = limit;

      @Override
      public @Nullable Object @Nullable [] next() {
        if (left == 0) {
          return null;
        }
        while (toSkip > 0) {
          if (rows.next() == null) {
            left = 0;
            return null;
          }
          toSkip--;
        }
        Object[] row = rows.next();
        left = row == null ? 0 : left - 1;
        return row;
      }
    };
  }

  private static long count(Expression expression, ExecutionContext context, String what) {
    Object value = expression.evaluate(new Object[0], context);
    if (value == null) {
      return what.equals("OFFSET") ? 0 : Long.MAX_VALUE;
    }
    long count = ((Number) value).longValue();
    if (count < 0) {
      throw new MosqlException(SqlState.INVALID_PARAMETER, what + " must not be negative");
    }
    return count;
  }
}

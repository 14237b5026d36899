package io.mosql.sql.exec.sort;

import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Compiles ORDER BY, OFFSET and FETCH. A limit without a sort stays lazy; a sort with a limit keeps
 * only that many rows.
 */
public final class SortCompiler {
  /** Limits above this use a full sort instead of a heap. */
  private static final long HEAP_LIMIT = 10_000;

  private SortCompiler() {}

  /**
   * Compiles a sort.
   *
   * @param order null for the order of the input
   * @param presorted first keys of the order, by which the input is sorted; null for none
   */
  public static Operator compile(
      Operator input,
      @Nullable Comparator<@Nullable Object[]> order,
      @Nullable Comparator<@Nullable Object[]> presorted,
      @Nullable Expression offset,
      @Nullable Expression fetch,
      @Nullable Comparator<@Nullable Object[]> ties) {
    return context -> {
      long skip = offset == null ? 0 : count(offset, context, "OFFSET");
      long limit = fetch == null ? Long.MAX_VALUE : count(fetch, context, "LIMIT");
      if (order == null) {
        return limited(input.open(context), skip, limit, ties);
      }
      // peers of the last row follow it and would not be in a heap
      long kept = ties == null ? limit : Long.MAX_VALUE;
      return new RowStream() {
        private @Nullable RowStream sorted;

        @Override
        public @Nullable Object @Nullable [] next() {
          if (sorted == null) {
            RowStream rows =
                presorted == null
                    ? sort(input, order, skip, kept, context)
                    : new IncrementalSort(
                        input.open(context),
                        presorted,
                        order,
                        kept > Long.MAX_VALUE - skip ? Long.MAX_VALUE : skip + kept,
                        HEAP_LIMIT,
                        context);
            sorted = limited(rows, skip, limit, ties);
          }
          return sorted.next();
        }

        @Override
        public boolean isKnownEmpty() {
          return sorted != null && sorted.isKnownEmpty();
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
    return limit == 0
        ? RowStream.EMPTY
        : new TopNSort(order, (int) (skip + limit), context).of(input.open(context));
  }

  /**
   * Limits the rows.
   *
   * @param ties order in which the peers of the last row are also returned; null for exactly the
   *     limit
   */
  private static RowStream limited(
      RowStream rows, long skip, long limit, @Nullable Comparator<@Nullable Object[]> ties) {
    return new RowStream() {
      private long toSkip = skip;
      private long left = limit;
      private @Nullable Object @Nullable [] last;

      @Override
      public @Nullable Object @Nullable [] next() {
        if (left == 0) {
          return last == null ? null : peer(last);
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
        last = ties == null ? null : row;
        return row;
      }

      @Override
      public boolean isKnownEmpty() {
        return left == 0 && last == null || rows.isKnownEmpty();
      }

      private @Nullable Object @Nullable [] peer(@Nullable Object[] of) {
        Object[] row = rows.next();
        if (row == null || ties == null || ties.compare(of, row) != 0) {
          last = null;
          return null;
        }
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
      throw SqlErrorMessage.ROW_COUNT_NEGATIVE.error(what);
    }
    return count;
  }
}

package io.mosql.sql.exec;

import java.util.Comparator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of a group, in files where there is no room, and feeds them in an order: ORDER BY
 * within an aggregate. The result is asked for once.
 */
final class OrderedAccumulator implements Accumulator {
  private final Supplier<Accumulator> inner;
  private final Comparator<@Nullable Object[]> order;
  private @Nullable ExternalSort rows;
  private @Nullable ExecutionContext context;

  OrderedAccumulator(Supplier<Accumulator> inner, Comparator<@Nullable Object[]> order) {
    this.inner = inner;
    this.order = order;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext execution) {
    ExternalSort sort = rows;
    if (sort == null) {
      sort = new ExternalSort(order, execution);
      rows = sort;
      context = execution;
    }
    sort.add(row);
  }

  @Override
  public @Nullable Object result() {
    Accumulator fed = inner.get();
    ExecutionContext execution = context;
    ExternalSort sort = rows;
    if (execution != null && sort != null) {
      RowStream sorted = sort.sorted();
      for (Object[] row = sorted.next(); row != null; row = sorted.next()) {
        fed.add(row, execution);
      }
      sort.forget();
    }
    return fed.result();
  }
}

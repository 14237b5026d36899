package io.mosql.sql.exec;

import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of a group, in files where there is no room, and feeds them in an order: ORDER BY
 * within an aggregate. The result is asked for once. Not thread-safe.
 */
final class OrderedAccumulator implements Growing {
  private final Supplier<Accumulator> inner;
  private final Comparator<@Nullable Object[]> order;
  private @Nullable ExternalSort rows;
  private @Nullable ExecutionContext context;
  private @Nullable Accumulator fed;

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
  public Comparator<@Nullable Object[]> order() {
    return order;
  }

  @Override
  public long giveUp(Consumer<@Nullable Object[]> late) {
    ExternalSort sort = rows;
    if (sort == null) {
      return 0;
    }
    rows = null;
    RowStream sorted = sort.sorted();
    for (Object[] row = sorted.next(); row != null; row = sorted.next()) {
      late.accept(row);
    }
    return sort.giveUp();
  }

  @Override
  public void addLate(@Nullable Object[] row, ExecutionContext execution) {
    fed().add(row, execution);
  }

  private Accumulator fed() {
    Accumulator known = fed;
    if (known == null) {
      known = inner.get();
      fed = known;
    }
    return known;
  }

  @Override
  public @Nullable Object result() {
    Accumulator target = fed();
    ExecutionContext execution = context;
    ExternalSort sort = rows;
    if (execution != null && sort != null) {
      RowStream sorted = sort.sorted();
      for (Object[] row = sorted.next(); row != null; row = sorted.next()) {
        target.add(row, execution);
      }
      sort.forget();
    }
    return target.result();
  }
}

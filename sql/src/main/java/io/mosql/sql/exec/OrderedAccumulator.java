package io.mosql.sql.exec;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the rows of a group and feeds them in an order: ORDER BY within an aggregate. */
final class OrderedAccumulator implements Accumulator {
  private final Supplier<Accumulator> inner;
  private final Comparator<@Nullable Object[]> order;
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private @Nullable ExecutionContext context;

  OrderedAccumulator(Supplier<Accumulator> inner, Comparator<@Nullable Object[]> order) {
    this.inner = inner;
    this.order = order;
  }

  @Override
  public void add(@Nullable Object[] row, ExecutionContext execution) {
    context = execution;
    execution.charge(row);
    rows.add(row);
  }

  @Override
  public @Nullable Object result() {
    Accumulator fed = inner.get();
    ExecutionContext execution = context;
    if (execution != null) {
      rows.sort(order);
      for (Object[] row : rows) {
        fed.add(row, execution);
      }
    }
    return fed.result();
  }
}

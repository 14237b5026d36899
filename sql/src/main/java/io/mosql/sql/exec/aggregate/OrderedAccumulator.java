package io.mosql.sql.exec.aggregate;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.sort.ExternalSort;
import java.util.Comparator;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY within an aggregate: sorts the rows of a group, in temporary files where memory does not
 * suffice, before they are aggregated. The result may be requested once. Not thread-safe.
 */
final class OrderedAccumulator implements BufferingAccumulator {
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
  public Comparator<@Nullable Object[]> deferredOrder() {
    return order;
  }

  @Override
  public long spillTo(Consumer<@Nullable Object[]> late) {
    ExternalSort sort = rows;
    if (sort == null) {
      return 0;
    }
    rows = null;
    RowStream sorted = sort.sorted();
    for (Object[] row = sorted.next(); row != null; row = sorted.next()) {
      late.accept(row);
    }
    return sort.releaseBytes();
  }

  @Override
  public void addDeferred(@Nullable Object[] row, ExecutionContext execution) {
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
      sort.release();
    }
    return target.result();
  }
}

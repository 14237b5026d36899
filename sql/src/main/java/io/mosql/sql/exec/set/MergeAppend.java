package io.mosql.sql.exec.set;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several sorted inputs, merged in their order; of equal rows those of the earlier
 * input come first. Reads one row of each input ahead. Used once; not thread-safe.
 */
final class MergeAppend implements RowStream {
  private record Head(@Nullable Object[] row, RowStream rows, int number) {}

  private final List<Operator> inputs;
  private final ExecutionContext context;
  private final PriorityQueue<Head> heads;
  private @Nullable Head last;
  private boolean started;

  MergeAppend(
      List<Operator> inputs, Comparator<@Nullable Object[]> order, ExecutionContext context) {
    this.inputs = inputs;
    this.context = context;
    this.heads =
        new PriorityQueue<>(
            Comparator.<Head, @Nullable Object[]>comparing(Head::row, order)
                .thenComparingInt(Head::number));
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    if (!started) {
      started = true;
      for (int i = 0; i < inputs.size(); i++) {
        push(inputs.get(i).open(context), i);
      }
    }
    // the successor of the last row is read when it is needed, and not after the last of a limit
    Head before = last;
    if (before != null) {
      push(before.rows, before.number);
    }
    last = heads.poll();
    return last == null ? null : last.row;
  }

  private void push(RowStream rows, int number) {
    Object[] row = rows.next();
    if (row != null) {
      heads.add(new Head(row, rows, number));
    }
  }
}

package io.mosql.sql.exec.sort;

import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.SpilledRows;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * External merge sort of the rows of an operator. Rows that do not fit into memory are written to
 * files as sorted runs, which are merged; when enough runs of one generation exist, they are merged
 * into one run of the next generation. Stable: rows that compare equal keep the order of the input.
 * Used once; not thread-safe.
 */
public final class ExternalSort {
  private static final int FAN_IN = 32;

  private final Comparator<@Nullable Object[]> order;
  private final ExecutionContext context;
  private final List<List<SpilledRows>> generations = new ArrayList<>();
  private List<@Nullable Object[]> rows = new ArrayList<>();
  private long kept;

  public ExternalSort(Comparator<@Nullable Object[]> order, ExecutionContext context) {
    this.order = order;
    this.context = context;
  }

  public RowStream sorted(RowStream input) {
    for (Object[] row = input.next(); row != null; row = input.next()) {
      add(row);
    }
    return sorted();
  }

  public void add(@Nullable Object[] row) {
    if (context.shouldSpill(kept)) {
      spill();
    }
    long before = context.charged();
    context.charge(row);
    kept += context.charged() - before;
    rows.add(row);
  }

  /** The added rows, in order. */
  public RowStream sorted() {
    sortRows();
    RowStream inMemory = RowStream.of(rows.iterator());
    if (generations.isEmpty()) {
      return inMemory;
    }
    List<RowStream> runs = new ArrayList<>();
    for (int i = generations.size() - 1; i >= 0; i--) {
      runs.addAll(generations.get(i));
    }
    runs.add(inMemory);
    return new Merge(runs);
  }

  /** Releases the memory; no row may be read afterwards. */
  public void release() {
    context.release(releaseBytes());
  }

  /** Releases the memory, as {@link #release}, and returns the number of bytes released. */
  public long releaseBytes() {
    long freed = kept;
    rows = new ArrayList<>();
    kept = 0;
    return freed;
  }

  private void sortRows() {
    rows.sort(
        (a, b) -> {
          context.step();
          return order.compare(a, b);
        });
  }

  private void spill() {
    sortRows();
    SpilledRows run = new SpilledRows(context);
    rows.forEach(run::add);
    run.written();
    release();
    add(0, run);
  }

  private void add(int generation, SpilledRows run) {
    if (generation == generations.size()) {
      generations.add(new ArrayList<>());
    }
    List<SpilledRows> runs = generations.get(generation);
    runs.add(run);
    if (runs.size() == FAN_IN) {
      RowStream merged = new Merge(runs);
      SpilledRows one = new SpilledRows(context);
      for (Object[] row = merged.next(); row != null; row = merged.next()) {
        one.add(row);
      }
      one.written();
      runs.clear();
      add(generation + 1, one);
    }
  }

  /**
   * Merges sorted streams into one; of equal rows those of the earlier stream come first. Memory
   * for the current large row of each stream is charged.
   */
  private final class Merge implements RowStream {
    private final PriorityQueue<Head> heads;

    Merge(List<? extends RowStream> runs) {
      heads =
          new PriorityQueue<>(
              Comparator.<Head, @Nullable Object[]>comparing(Head::row, order)
                  .thenComparingInt(Head::number));
      for (int i = 0; i < runs.size(); i++) {
        push(runs.get(i), i);
      }
    }

    private void push(RowStream run, int number) {
      Object[] row = run.next();
      if (row != null) {
        long copies = SpilledRows.copies(row);
        context.chargeBytes(copies);
        heads.add(new Head(row, run, number, copies));
      }
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      Head least = heads.poll();
      if (least == null) {
        return null;
      }
      context.release(least.copies);
      push(least.run, least.number);
      return least.row;
    }
  }

  private record Head(@Nullable Object[] row, RowStream run, int number, long copies) {}
}

package io.mosql.sql.exec.window;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.aggregate.Accumulator;
import io.mosql.sql.exec.aggregate.AccumulatorFactory;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.RowBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates window functions over sorted rows. Ranks and running aggregates are computed row by row
 * as the rows are pulled; for all other functions one partition at a time is buffered, and spilled
 * to a file when memory does not suffice.
 */
public final class WindowOperator {
  /**
   * Positions of a partition that are read alternately: a row and its peers; functions add theirs.
   */
  private static final int PLACES = 2;

  private static final int PLACES_OF_FUNCTION = 3;
  private static final int PLACES_MAX = 32;

  private WindowOperator() {}

  public static Operator compile(
      PlanNode.Window node, Operator input, ExpressionCompiler expressions) {
    int[] partition = node.partition().stream().mapToInt(Integer::intValue).toArray();
    FieldCollations texts = FieldCollations.of(node.input().rowType());
    Comparator<@Nullable Object[]> order = ValueComparisons.order(node.order(), texts);
    List<Supplier<RunningFunction>> running = running(node, order);
    if (running != null) {
      PlanNode.RunCondition run = node.run();
      Expression limit = run == null ? null : expressions.compile(run.limit());
      int call = run == null ? 0 : run.call();
      boolean numbers =
          node.calls().get(call).call().getAggregation().getKind() == SqlKind.ROW_NUMBER;
      return context ->
          new RunningRows(
              input.open(context),
              partition,
              texts,
              running,
              call,
              limit == null ? Long.MAX_VALUE : last(limit, numbers, context),
              context);
    }
    List<WindowFunction> functions = new ArrayList<>();
    for (PlanNode.WindowCall call : node.calls()) {
      functions.add(WindowFunctionCompiler.compile(call, node, expressions));
    }
    // a sort in memory has already charged its rows
    boolean kept =
        node.input() instanceof PlanNode.Sort sort
            && !sort.collations().isEmpty()
            && sort.presorted() == 0;
    return context ->
        new PartitionRows(input.open(context), partition, texts, order, functions, kept, context);
  }

  /**
   * Returns the number of the last needed row: with ranks, the first one that exceeds the limit, as
   * peers have the same rank. No row is needed when the limit is NULL.
   */
  private static long last(Expression limit, boolean numbers, ExecutionContext context) {
    long last =
        limit.evaluate(new Object[0], context) instanceof Number number ? number.longValue() : 0;
    return numbers || last < 1 || last == Long.MAX_VALUE ? last : last + 1;
  }

  /** The row with more values appended. */
  private static @Nullable Object[] extended(@Nullable Object[] row, int values) {
    return Arrays.copyOf(row, row.length + values);
  }

  private static boolean samePartition(
      @Nullable Object[] a, @Nullable Object[] b, int[] partition, FieldCollations texts) {
    for (int field : partition) {
      if (!texts.equal(field, a[field], b[field])) {
        return false;
      }
    }
    return true;
  }

  /** Buffers a partition, then returns its rows, each with the values of the functions. */
  private static final class PartitionRows implements RowStream {
    private final RowStream input;
    private final int[] partitionFields;
    private final FieldCollations texts;
    private final Comparator<@Nullable Object[]> order;
    private final List<WindowFunction> functions;
    private final boolean kept;
    private final ExecutionContext context;
    private final WindowFunction.Values[] values;
    private @Nullable Object @Nullable [] ahead;
    private boolean started;
    private @Nullable WindowPartition partition;
    private int next;
    private long charged;

    PartitionRows(
        RowStream input,
        int[] partitionFields,
        FieldCollations texts,
        Comparator<@Nullable Object[]> order,
        List<WindowFunction> functions,
        boolean kept,
        ExecutionContext context) {
      this.input = input;
      this.partitionFields = partitionFields;
      this.texts = texts;
      this.order = order;
      this.functions = functions;
      this.kept = kept;
      this.context = context;
      this.values = new WindowFunction.Values[functions.size()];
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      WindowPartition current = partition;
      if (current == null || next == current.size()) {
        current = read();
        if (current == null) {
          return null;
        }
      }
      Object[] source = current.row(next);
      Object[] row = extended(source, values.length);
      long before = context.charged();
      for (int i = 0; i < values.length; i++) {
        row[source.length + i] = values[i].valueAt(next);
      }
      charged += context.charged() - before;
      next++;
      return row;
    }

    private @Nullable WindowPartition read() {
      release();
      if (!started) {
        started = true;
        ahead = input.next();
      }
      Object[] first = ahead;
      if (first == null) {
        return null;
      }
      int places = Math.min(PLACES_MAX, PLACES + PLACES_OF_FUNCTION * functions.size());
      RowBuffer rows = new RowBuffer(context, places);
      Object[] row = first;
      while (row != null && samePartition(first, row, partitionFields, texts)) {
        context.step();
        rows.add(row, kept && context.spilledBytes() == 0);
        row = input.next();
      }
      ahead = row;
      WindowPartition read = new WindowPartition(rows, order, context);
      long before = context.charged();
      for (int i = 0; i < values.length; i++) {
        values[i] = functions.get(i).forPartition(read, context);
      }
      charged += context.charged() - before;
      partition = read;
      next = 0;
      return read;
    }

    private void release() {
      if (partition != null) {
        partition.release();
        partition = null;
      }
      context.release(charged);
      charged = 0;
    }
  }

  /** A function whose value depends only on the rows up to the current one. */
  private interface RunningFunction {
    /** The value of the next row of the partition. */
    @Nullable Object next(@Nullable Object[] row, ExecutionContext context);
  }

  /** Suppliers of the functions for each partition; null when some function needs later rows. */
  private static @Nullable List<Supplier<RunningFunction>> running(
      PlanNode.Window node, Comparator<@Nullable Object[]> order) {
    List<Supplier<RunningFunction>> all = new ArrayList<>();
    for (PlanNode.WindowCall windowCall : node.calls()) {
      AggregateCall call = windowCall.call();
      switch (call.getAggregation().getKind()) {
        case ROW_NUMBER -> all.add(RowNumber::new);
        case RANK -> all.add(() -> new Rank(order, false));
        case DENSE_RANK -> all.add(() -> new Rank(order, true));
        case FIRST_VALUE, LAST_VALUE, NTH_VALUE, LAG, LEAD, NTILE, CUME_DIST, PERCENT_RANK -> {
          return null;
        }
        default -> {
          if (!windowCall.frame().isRunning()) {
            return null;
          }
          Supplier<Accumulator> accumulators = AccumulatorFactory.of(call, node.input().rowType());
          all.add(() -> new RunningAggregate(accumulators.get()));
        }
      }
    }
    return all;
  }

  private static final class RowNumber implements RunningFunction {
    private long number;

    @Override
    public Object next(@Nullable Object[] row, ExecutionContext context) {
      return ++number;
    }
  }

  private static final class Rank implements RunningFunction {
    private final Comparator<@Nullable Object[]> order;
    private final boolean dense;
    private @Nullable Object @Nullable [] before;
    private long rows;
    private long rank;

    Rank(Comparator<@Nullable Object[]> order, boolean dense) {
      this.order = order;
      this.dense = dense;
    }

    @Override
    public Object next(@Nullable Object[] row, ExecutionContext context) {
      rows++;
      if (before == null || order.compare(before, row) != 0) {
        rank = dense ? rank + 1 : rows;
      }
      before = row;
      return rank;
    }
  }

  private record RunningAggregate(Accumulator accumulator) implements RunningFunction {
    @Override
    public @Nullable Object next(@Nullable Object[] row, ExecutionContext context) {
      accumulator.add(row, context);
      return accumulator.result();
    }
  }

  /** Returns each row with the values computed so far. */
  private static final class RunningRows implements RowStream {
    private final RowStream input;
    private final int[] partition;
    private final FieldCollations texts;
    private final List<Supplier<RunningFunction>> makers;
    private final int limited;
    private final long limit;
    private final ExecutionContext context;
    private final RunningFunction[] functions;
    private @Nullable Object @Nullable [] before;

    /** Whether no further row of the partition is needed. */
    private boolean over;

    private long charged;

    RunningRows(
        RowStream input,
        int[] partition,
        FieldCollations texts,
        List<Supplier<RunningFunction>> makers,
        int limited,
        long limit,
        ExecutionContext context) {
      this.input = input;
      this.partition = partition;
      this.texts = texts;
      this.makers = makers;
      this.limited = limited;
      this.limit = limit;
      this.over = limit < 1;
      this.context = context;
      this.functions = new RunningFunction[makers.size()];
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      if (over && (partition.length == 0 || limit < 1)) {
        return null;
      }
      Object[] source = input.next();
      while (over && source != null && before != null && isSamePartition(before, source)) {
        context.step();
        source = input.next();
      }
      if (source == null) {
        return null;
      }
      if (before == null || !isSamePartition(before, source)) {
        context.release(charged);
        charged = 0;
        over = false;
        Arrays.setAll(functions, i -> makers.get(i).get());
      }
      before = source;
      Object[] row = extended(source, functions.length);
      long held = context.charged();
      for (int i = 0; i < functions.length; i++) {
        row[source.length + i] = functions[i].next(source, context);
      }
      charged += context.charged() - held;
      Object number = limit < Long.MAX_VALUE ? row[source.length + limited] : null;
      over = number instanceof Number reached && reached.longValue() >= limit;
      return row;
    }

    private boolean isSamePartition(@Nullable Object[] one, @Nullable Object[] other) {
      return samePartition(one, other, partition, texts);
    }
  }
}

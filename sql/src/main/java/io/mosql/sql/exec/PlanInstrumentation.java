package io.mosql.sql.exec;

import io.mosql.sql.algebra.OperatorMetrics;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.batch.BatchMeter;
import io.mosql.sql.exec.dml.ModificationCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures the operators of one execution of a plan for EXPLAIN ANALYZE; other plans are compiled
 * without instrumentation. Not thread-safe.
 */
public final class PlanInstrumentation implements BatchMeter {
  private final Map<PlanNode, OperatorTimer> timers = new IdentityHashMap<>();
  private final LongSupplier nanoTime;
  private final LongSupplier pagesRead;

  /** The running operator, to which memory charges are attributed. */
  private @Nullable OperatorTimer current;

  private long charged;
  private long spilledBefore;
  private int stepsBefore;

  /**
   * Creates an instrumentation without measurements.
   *
   * @param pagesRead number of pages that the calling thread has read from files so far
   */
  public PlanInstrumentation(LongSupplier nanoTime, LongSupplier pagesRead) {
    this.nanoTime = nanoTime;
    this.pagesRead = pagesRead;
  }

  /** Returns the measurements of an operator so far. */
  public OperatorMetrics of(PlanNode node) {
    OperatorTimer timer = timers.get(node);
    return timer == null ? OperatorMetrics.NONE : timer.measured();
  }

  Operator instrument(PlanNode node, Operator operator) {
    OperatorTimer timer = timers.computeIfAbsent(node, unused -> new OperatorTimer());
    return context -> {
      timer.open();
      OperatorTimer outer = timer.enter(context);
      RowStream rows;
      try {
        rows = operator.open(context);
      } finally {
        timer.leave(outer, context);
      }
      return () -> {
        OperatorTimer caller = timer.enter(context);
        try {
          Object[] row = rows.next();
          if (row != null) {
            timer.rows++;
          }
          return row;
        } finally {
          timer.leave(caller, context);
          timer.proceed();
        }
      };
    };
  }

  @Override
  public <T> T open(PlanNode node, ExecutionContext context, Supplier<T> opened) {
    OperatorTimer timer = timers.computeIfAbsent(node, unused -> new OperatorTimer());
    timer.open();
    OperatorTimer outer = timer.enter(context);
    try {
      return opened.get();
    } finally {
      timer.leave(outer, context);
    }
  }

  @Override
  public <T extends @Nullable Object> T next(
      PlanNode node, ExecutionContext context, Supplier<T> step, ToIntFunction<T> rows) {
    OperatorTimer timer = timers.computeIfAbsent(node, unused -> new OperatorTimer());
    OperatorTimer outer = timer.enter(context);
    try {
      T batch = step.get();
      timer.rows += rows.applyAsInt(batch);
      return batch;
    } finally {
      timer.leave(outer, context);
      timer.proceed();
    }
  }

  @Override
  public PlanInstrumentation forWorker() {
    return new PlanInstrumentation(nanoTime, pagesRead);
  }

  /** Adds rows, pages and memory; the time of an operator is that of the statement's thread. */
  @Override
  public void addWorkers(PlanNode node, List<Work> workers) {
    OperatorTimer helped = timers.computeIfAbsent(node, unused -> new OperatorTimer());
    for (Work work : workers) {
      helped.workerRows.add(work.rows());
      helped.keptMost += work.bytes();
      ((PlanInstrumentation) work.meter())
          .timers.forEach(
              (below, timer) ->
                  timers.computeIfAbsent(below, unused -> new OperatorTimer()).add(timer));
    }
  }

  ModificationCompiler.Modification instrumentModification(
      PlanNode node, ModificationCompiler.Modification modification) {
    OperatorTimer timer = timers.computeIfAbsent(node, unused -> new OperatorTimer());
    return context -> {
      timer.loops++;
      OperatorTimer outer = timer.enter(context);
      try {
        long rows = modification.run(context);
        timer.rows += rows;
        return rows;
      } finally {
        timer.leave(outer, context);
      }
    };
  }

  /** Timer and counters of one operator. */
  private final class OperatorTimer {
    private long rows;
    private long loops;
    private long nanos;
    private long startup;

    /** Time before the current loop; -1 when its first row is known. */
    private long before = -1;

    private long steps;
    private long pages;
    private long kept;
    private long keptMost;
    private long spilled;

    /** Depth of nested calls of the operator; only the outermost call is timed. */
    private int depth;

    /** Rows that each worker computed. */
    private final List<Long> workerRows = new ArrayList<>(0);

    /** Adds what a worker measured, as part of the same loop. */
    void add(OperatorTimer worker) {
      rows += worker.rows;
      steps += worker.steps;
      pages += worker.pages;
      keptMost += worker.keptMost;
    }

    /** Begins a loop. */
    void open() {
      loops++;
      before = nanos;
    }

    /** Counts the time until the first row of a loop, or until its end. */
    void proceed() {
      if (before >= 0 && depth == 0) {
        startup += nanos - before;
        before = -1;
      }
    }

    @Nullable OperatorTimer enter(ExecutionContext context) {
      OperatorTimer outer = current;
      hand(this, context);
      if (depth++ == 0) {
        nanos -= nanoTime.getAsLong();
        pages -= pagesRead.getAsLong();
      }
      return outer;
    }

    void leave(@Nullable OperatorTimer outer, ExecutionContext context) {
      if (--depth == 0) {
        nanos += nanoTime.getAsLong();
        pages += pagesRead.getAsLong();
      }
      hand(outer, context);
    }

    private void hand(@Nullable OperatorTimer next, ExecutionContext context) {
      long now = context.charged();
      if (current != null) {
        current.kept += now - charged;
        current.keptMost = Math.max(current.keptMost, current.kept);
        current.spilled += context.spilledBytes() - spilledBefore;
        current.steps += context.steps() - stepsBefore;
      }
      stepsBefore = context.steps();
      spilledBefore = context.spilledBytes();
      charged = now;
      current = next;
    }

    OperatorMetrics measured() {
      return new OperatorMetrics(
          rows, loops, startup, nanos, steps, pages, keptMost, spilled, List.copyOf(workerRows));
    }
  }
}

package io.mosql.sql.exec;

import io.mosql.sql.plan.Measured;
import io.mosql.sql.plan.PlanNode;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the operators of one run of a plan, for EXPLAIN ANALYZE: a plan that is not to be
 * measured is compiled without one. Not thread-safe.
 */
public final class PlanMeter {
  private final Map<PlanNode, Gauge> gauges = new IdentityHashMap<>();
  private final LongSupplier nanoTime;
  private final LongSupplier pagesRead;

  /** At work now; what is charged to memory is its doing. */
  private @Nullable Gauge current;

  private long charged;
  private long spilledBefore;

  /**
   * @param pagesRead that the calling thread has read from files so far
   */
  public PlanMeter(LongSupplier nanoTime, LongSupplier pagesRead) {
    this.nanoTime = nanoTime;
    this.pagesRead = pagesRead;
  }

  /** What was measured of an operator so far. */
  public Measured of(PlanNode node) {
    Gauge gauge = gauges.get(node);
    return gauge == null ? new Measured(0, 0, 0, 0, 0, 0) : gauge.measured();
  }

  Operator metered(PlanNode node, Operator operator) {
    Gauge gauge = gauges.computeIfAbsent(node, unused -> new Gauge());
    return context -> {
      gauge.loops++;
      Gauge outer = gauge.enter(context);
      RowStream rows;
      try {
        rows = operator.open(context);
      } finally {
        gauge.leave(outer, context);
      }
      return () -> {
        Gauge caller = gauge.enter(context);
        try {
          Object[] row = rows.next();
          if (row != null) {
            gauge.rows++;
          }
          return row;
        } finally {
          gauge.leave(caller, context);
        }
      };
    };
  }

  Modifications.Modification meteredChange(PlanNode node, Modifications.Modification modification) {
    Gauge gauge = gauges.computeIfAbsent(node, unused -> new Gauge());
    return context -> {
      gauge.loops++;
      Gauge outer = gauge.enter(context);
      try {
        long rows = modification.run(context);
        gauge.rows += rows;
        return rows;
      } finally {
        gauge.leave(outer, context);
      }
    };
  }

  /** Figures of one operator. */
  private final class Gauge {
    private long rows;
    private long loops;
    private long nanos;
    private long pages;
    private long kept;
    private long keptMost;
    private long spilled;

    /** Calls of it that are under way: of those within another only the outermost counts. */
    private int depth;

    @Nullable Gauge enter(ExecutionContext context) {
      Gauge outer = current;
      hand(this, context);
      if (depth++ == 0) {
        nanos -= nanoTime.getAsLong();
        pages -= pagesRead.getAsLong();
      }
      return outer;
    }

    void leave(@Nullable Gauge outer, ExecutionContext context) {
      if (--depth == 0) {
        nanos += nanoTime.getAsLong();
        pages += pagesRead.getAsLong();
      }
      hand(outer, context);
    }

    private void hand(@Nullable Gauge next, ExecutionContext context) {
      long now = context.charged();
      if (current != null) {
        current.kept += now - charged;
        current.keptMost = Math.max(current.keptMost, current.kept);
        current.spilled += context.spilledBytes() - spilledBefore;
      }
      spilledBefore = context.spilledBytes();
      charged = now;
      current = next;
    }

    Measured measured() {
      return new Measured(rows, loops, nanos, pages, keptMost, spilled);
    }
  }
}

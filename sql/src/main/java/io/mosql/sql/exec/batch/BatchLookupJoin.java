package io.mosql.sql.exec.batch;

import io.mosql.core.codec.RowBatch;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.StoredRows;
import io.mosql.sql.exec.runtime.UnreadColumn;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Function;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldAccess;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * An INNER lookup join whose right side is a scan: finds the stored rows for one left row after the
 * other, and decodes and filters those of many left rows by columns. The rows of the result are in
 * the order of the left rows, and of the scan for each. Immutable.
 */
final class BatchLookupJoin implements BatchOperator {
  private final PlanNode.Correlate node;
  private final BatchOperator left;
  private final Function<ExecutionContext, StoredRows> lookups;
  private final StoredColumns columns;
  private final @Nullable BatchCondition filter;
  private final @Nullable BatchCondition condition;
  private final @Nullable BatchMeter meter;
  private final int slot;
  private final int[] boundFields;
  private final int leftWidth;
  private final int width;

  /**
   * Creates a join.
   *
   * @param lookups opens the run of the right side for the left row that is bound
   * @param columns of its rows
   * @param filter {@link #filter} compiled; null for none
   * @param condition of the join; null for none
   * @param meter measures the scan; null for none
   * @param slot of the left row
   */
  BatchLookupJoin(
      PlanNode.Correlate node,
      BatchOperator left,
      Function<ExecutionContext, StoredRows> lookups,
      StoredColumns columns,
      @Nullable BatchCondition filter,
      @Nullable BatchCondition condition,
      int slot,
      @Nullable BatchMeter meter) {
    this.node = node;
    this.filter = filter;
    this.meter = meter;
    this.left = left;
    this.lookups = lookups;
    this.columns = columns;
    this.condition = condition;
    this.slot = slot;
    this.leftWidth = node.left().rowType().getFieldCount();
    this.width = leftWidth + node.right().rowType().getFieldCount();
    this.boundFields = boundFields((PlanNode.TableScan) node.right(), node.variable());
  }

  /** The left fields that the bounds of the scan use. */
  private static int[] boundFields(PlanNode.TableScan scan, CorrelationId variable) {
    BitSet fields = new BitSet();
    RexShuttle finder =
        new RexShuttle() {
          @Override
          public RexNode visitFieldAccess(RexFieldAccess access) {
            if (isField(access, variable)) {
              fields.set(access.getField().getIndex());
            }
            return access;
          }
        };
    scan.bounds().values().forEach(value -> value.accept(finder));
    return fields.stream().toArray();
  }

  private static boolean isField(RexFieldAccess access, CorrelationId variable) {
    return access.getReferenceExpr() instanceof RexCorrelVariable row && row.id.equals(variable);
  }

  /** Whether batches can compute the join; the scan itself is supported. */
  static boolean isSupported(PlanNode.Correlate node) {
    return node.type() == JoinRelType.INNER
        && node.right() instanceof PlanNode.TableScan scan
        && !scan.covering()
        && !scan.index().inverted()
        && BatchExpressionCompiler.isSupported(node.condition())
        && scan.bounds().values().stream().allMatch(RexUtil::isDeterministic);
  }

  /** The filter of the scan, over left and right fields; null for none. */
  static @Nullable RexNode filter(PlanNode.Correlate node) {
    RexNode filter = ((PlanNode.TableScan) node.right()).filter();
    int leftWidth = node.left().rowType().getFieldCount();
    return filter == null
        ? null
        : filter.accept(
            new RexShuttle() {
              @Override
              public RexNode visitFieldAccess(RexFieldAccess access) {
                return isField(access, node.variable())
                    ? new RexInputRef(access.getField().getIndex(), access.getType())
                    : access;
              }

              @Override
              public RexNode visitInputRef(RexInputRef field) {
                return new RexInputRef(leftWidth + field.getIndex(), field.getType());
              }
            });
  }

  @Override
  public BatchStream open(ExecutionContext context) {
    return new Run(left.open(context), context);
  }

  /** One join. */
  private final class Run implements BatchStream {
    private final BatchStream input;
    private final ExecutionContext context;
    private final RowBatch rows = new RowBatch(Batch.ROWS);

    /** The left row of each row. */
    private final int[] lefts = new int[Batch.ROWS];

    private @Nullable Batch from;

    /** Position among the selected rows of the left batch. */
    private int at;

    /** The left row whose rows are read. */
    private int leftRow;

    /** The rest of its rows; null when there is none. */
    private @Nullable StoredRows rest;

    Run(BatchStream input, ExecutionContext context) {
      this.input = input;
      this.context = context;
    }

    @Override
    public @Nullable Batch next() {
      while (true) {
        Batch batch = from;
        if (batch == null || rest == null && at == batch.count()) {
          batch = input.next();
          if (batch == null) {
            from = null;
            return null;
          }
          from = batch;
          at = 0;
        }
        Batch joined = joined(batch);
        if (joined != null) {
          return joined;
        }
      }
    }

    /** The next rows of a left batch; null when none of them passes. */
    private @Nullable Batch joined(Batch batch) {
      rows.clear(Batch.ROWS);
      while (rows.room() > 0 && (rest != null || at < batch.count())) {
        if (rest == null) {
          leftRow = batch.rows()[at++];
          context.correlate(slot, bound(batch, leftRow));
          rest = opened();
        }
        int before = rows.size();
        if (!more(rest)) {
          rest = null;
        }
        Arrays.fill(lefts, before, rows.size(), leftRow);
      }
      int size = rows.size();
      if (size == 0) {
        return null;
      }
      Batch.Source right = columns.of(rows, context);
      Batch pairs =
          new Batch(
              width,
              size,
              (field, some, count) ->
                  field < leftWidth
                      ? leftColumn(batch, field, some, count, size)
                      : right.column(field - leftWidth, some, count));
      return passes(filter, pairs, true) && passes(condition, pairs, false) ? pairs : null;
    }

    private StoredRows opened() {
      return meter == null
          ? lookups.apply(context)
          : meter.open(node.right(), context, () -> lookups.apply(context));
    }

    private boolean more(StoredRows run) {
      return meter == null
          ? run.next(rows)
          : meter.next(node.right(), context, () -> run.next(rows), more -> 0);
    }

    /** Selects the pairs for which a condition is true; false when there is none. */
    private boolean passes(@Nullable BatchCondition test, Batch pairs, boolean ofScan) {
      if (test != null) {
        int[] passing = new int[pairs.count()];
        int passed = test.select(pairs, pairs.rows(), pairs.count(), passing, context);
        pairs.select(passing, passed);
      }
      if (ofScan && meter != null) {
        meter.next(node.right(), context, () -> pairs, Batch::count);
      }
      return pairs.count() > 0;
    }

    private @Nullable Object[] bound(Batch batch, int row) {
      Object[] values = UnreadColumn.row(leftWidth);
      for (int field : boundFields) {
        values[field] = batch.column(field).get(row);
      }
      return values;
    }

    private @Nullable Vector leftColumn(
        Batch batch, int field, int[] some, int count, int capacity) {
      Vector column = batch.columnIfRead(field);
      return column == null ? null : VectorGather.of(column, lefts, some, count, capacity);
    }
  }
}

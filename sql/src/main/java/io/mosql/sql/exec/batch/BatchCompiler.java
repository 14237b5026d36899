package io.mosql.sql.exec.batch;

import io.mosql.sql.algebra.LargeType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.Parallelism;
import io.mosql.sql.exec.runtime.StoredRows;
import io.mosql.sql.exec.scan.PrimaryRange;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Compiles parts of plans into batch operators: an aggregation over scans of many rows, with the
 * filters, projections and joins between them. Their input is read to the end, so that reading
 * ahead reads, and certifies, no more rows. Inputs that batches do not support come as rows. Not
 * thread-safe; one instance for each plan.
 */
public final class BatchCompiler {
  private final ExpressionCompiler closures;
  private final Function<PlanNode.TableScan, PrimaryRange> scans;
  private final Function<PlanNode.TableScan, Function<ExecutionContext, StoredRows>> lookups;
  private final ToIntFunction<CorrelationId> slots;
  private final Function<PlanNode, Operator> rowOperators;
  private final double rowsMin;
  private final @Nullable BatchMeter meter;

  /**
   * Creates a compiler.
   *
   * @param scans compiles the range of a scan of a primary index
   * @param lookups compiles the reads of a scan of any ordered index
   * @param slots the slot of a correlation variable
   * @param rowOperators compiles an operator of rows
   * @param rowsMin estimated rows of a scan from which batches are worth their preparation
   * @param meter measures the operators; null for none
   */
  public BatchCompiler(
      ExpressionCompiler closures,
      Function<PlanNode.TableScan, PrimaryRange> scans,
      Function<PlanNode.TableScan, Function<ExecutionContext, StoredRows>> lookups,
      ToIntFunction<CorrelationId> slots,
      Function<PlanNode, Operator> rowOperators,
      double rowsMin,
      @Nullable BatchMeter meter) {
    this.closures = closures;
    this.scans = scans;
    this.lookups = lookups;
    this.slots = slots;
    this.rowOperators = rowOperators;
    this.rowsMin = rowsMin;
    this.meter = meter;
  }

  /** Compiles an aggregation by batches; null when rows are as good. */
  public @Nullable Operator aggregate(PlanNode.Aggregate node) {
    if (!BatchAggregate.isSupported(node) || !isWorthwhile(node.input(), rowsMin)) {
      return null;
    }
    BatchOperator batches = aggregation(node);
    return context -> batches.open(context).rows();
  }

  private BatchOperator aggregation(PlanNode.Aggregate node) {
    PlanNode.TableScan shared = sharedScan(node.input(), rowsMin);
    boolean worthWorkers = shared != null && BatchAggregate.isWorthWorkers(node, shared);
    return BatchAggregate.compile(node, operator(node.input()), worthWorkers, meter);
  }

  /** How many workers a plan's aggregation asks for, by estimate. */
  public static int workers(PlanNode.Aggregate node, double rowsMin, Parallelism limits) {
    if (!BatchAggregate.isSupported(node)
        || !BatchAggregate.isParallel(node)
        || !isWorthwhile(node.input(), rowsMin)) {
      return 0;
    }
    PlanNode.TableScan scan = sharedScan(node.input(), rowsMin);
    boolean worth =
        scan != null
            && !scan.reverse()
            && (limits.forced()
                || scan.visitedRows() >= BatchScan.SHARED_ROWS_MIN
                    && BatchAggregate.isWorthWorkers(node, scan));
    return worth ? limits.most() : 0;
  }

  /** The scan whose parts several threads can take; null for none. */
  private static PlanNode.@Nullable TableScan sharedScan(PlanNode node, double rowsMin) {
    if (!isWorthwhile(node, rowsMin)) {
      return null;
    }
    if (node instanceof PlanNode.TableScan scan) {
      return scan;
    }
    return node instanceof PlanNode.Aggregate || node instanceof PlanNode.Correlate
        ? null
        : sharedScan(node.inputs().get(0), rowsMin);
  }

  /** Whether batches read a scan of many rows. */
  private static boolean isWorthwhile(PlanNode node, double rowsMin) {
    if (node instanceof PlanNode.TableScan scan) {
      return scan.visitedRows() >= rowsMin && isSupported(scan);
    }
    if (node instanceof PlanNode.Correlate join) {
      return isLookup(join) && join.left().rows() * visited(join) >= rowsMin
          || BatchCorrelate.isSupported(join) && isWorthwhile(join.left(), rowsMin);
    }
    return passesBatches(node)
        && node.inputs().stream().anyMatch(input -> isWorthwhile(input, rowsMin));
  }

  /** Whether a lookup join reads stored rows by columns. */
  private static boolean isLookup(PlanNode.Correlate join) {
    return BatchLookupJoin.isSupported(join) && isStored((PlanNode.TableScan) join.right());
  }

  private static double visited(PlanNode.Correlate join) {
    return ((PlanNode.TableScan) join.right()).visitedRows();
  }

  /** Whether an operator that is not a scan has a batch form. */
  private static boolean passesBatches(PlanNode node) {
    if (node instanceof PlanNode.Filter filter) {
      return BatchExpressionCompiler.isSupported(filter.condition());
    }
    if (node instanceof PlanNode.Join join) {
      return BatchJoin.isSupported(join);
    }
    if (node instanceof PlanNode.Aggregate aggregate) {
      return BatchAggregate.isSupported(aggregate);
    }
    return node instanceof PlanNode.Project project
        && project.expressions().stream().allMatch(BatchExpressionCompiler::isSupported);
  }

  private static boolean isSupported(PlanNode.TableScan scan) {
    return scan.index().primary()
        && !scan.isPoint()
        && scan.bounds().spans() <= 1
        && isStored(scan);
  }

  /** Whether batches can decode and filter the stored rows of a scan. */
  private static boolean isStored(PlanNode.TableScan scan) {
    return scan.locking() == null
        && scan.distinct() == 0
        && BatchExpressionCompiler.isSupported(scan.filter())
        && hasNoLargeColumn(scan);
  }

  private static boolean hasNoLargeColumn(PlanNode.TableScan scan) {
    RelDataType type = scan.rowType();
    for (int i = scan.columns().next(0); i >= 0; i = scan.columns().next(i + 1)) {
      if (i < type.getFieldCount() && LargeType.is(type.getFieldList().get(i).getType())) {
        return false;
      }
    }
    return true;
  }

  private BatchOperator operator(PlanNode node) {
    BatchOperator batches = isWorthwhile(node, rowsMin) ? batches(node) : null;
    if (batches == null) {
      Operator rows = rowOperators.apply(node);
      RelDataType rowType = node.rowType();
      return context -> new BatchedRows(rows.open(context), rowType);
    }
    BatchMeter measured = meter;
    return measured == null ? batches : new MeteredBatches(node, batches, measured);
  }

  private @Nullable BatchOperator batches(PlanNode node) {
    if (node instanceof PlanNode.TableScan scan) {
      return new BatchScan(scan, scans.apply(scan), expressions(scan).condition(scan.filter()));
    }
    if (node instanceof PlanNode.Filter filter) {
      return filter(filter);
    }
    if (node instanceof PlanNode.Project project) {
      return project(project);
    }
    if (node instanceof PlanNode.Join join) {
      int width = join.left().rowType().getFieldCount() + join.right().rowType().getFieldCount();
      return BatchJoin.compile(
          join,
          operator(join.left()),
          operator(join.right()),
          new BatchExpressionCompiler(closures, width).condition(join.condition()),
          closures.condition(join.condition()));
    }
    if (node instanceof PlanNode.Correlate join) {
      return correlate(join);
    }
    return node instanceof PlanNode.Aggregate aggregate ? aggregation(aggregate) : null;
  }

  private BatchOperator correlate(PlanNode.Correlate join) {
    BatchOperator left = operator(join.left());
    int slot = slots.applyAsInt(join.variable());
    if (!isLookup(join)) {
      RexNode condition = join.condition();
      return new BatchCorrelate(
          join,
          left,
          rowOperators.apply(join.right()),
          condition == null ? null : closures.condition(condition),
          slot);
    }
    PlanNode.TableScan scan = (PlanNode.TableScan) join.right();
    int width = join.left().rowType().getFieldCount() + scan.rowType().getFieldCount();
    BatchExpressionCompiler compiler = new BatchExpressionCompiler(closures, width);
    return new BatchLookupJoin(
        join,
        left,
        lookups.apply(scan),
        new StoredColumns(scan),
        compiler.condition(BatchLookupJoin.filter(join)),
        compiler.condition(join.condition()),
        slot,
        meter);
  }

  private BatchExpressionCompiler expressions(PlanNode input) {
    return new BatchExpressionCompiler(closures, input.rowType().getFieldCount());
  }

  private BatchOperator filter(PlanNode.Filter filter) {
    BatchOperator input = operator(filter.input());
    BatchCondition condition = expressions(filter.input()).condition(filter.condition());
    if (condition == null) {
      return input;
    }
    return new BatchStep(
        input,
        (stream, context) ->
            () -> {
              for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
                int[] passing = new int[batch.count()];
                int passed = condition.select(batch, batch.rows(), batch.count(), passing, context);
                if (passed > 0) {
                  batch.select(passing, passed);
                  return batch;
                }
              }
              return null;
            });
  }

  private BatchOperator project(PlanNode.Project project) {
    BatchOperator input = operator(project.input());
    BatchExpressionCompiler compiler = expressions(project.input());
    List<RexNode> nodes = project.expressions();
    BatchExpression[] expressions =
        nodes.stream().map(compiler::compile).toArray(BatchExpression[]::new);
    return new BatchStep(
        input,
        (stream, context) ->
            () -> {
              Batch batch = stream.next();
              if (batch == null) {
                return null;
              }
              Batch projected =
                  new Batch(
                      expressions.length,
                      batch.capacity(),
                      (field, rows, count) ->
                          expressions[field].evaluate(batch, rows, count, context));
              projected.select(batch.rows(), batch.count());
              return projected;
            });
  }
}

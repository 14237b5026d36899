package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.aggregate.HashAggregate;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Parallelism;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.SpilledRows;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * Hash aggregation of batches by one grouping set; groups in order of first appearance. When memory
 * does not suffice for the groups, rows of new groups go to a file, and the {@link HashAggregate}
 * of rows groups them afterwards; when it does not suffice for the distinct values of the groups,
 * that operator begins from the start. Immutable.
 */
final class BatchAggregate implements BatchOperator {
  /** Estimated rows for each group from which workers are worth the joining of their groups. */
  private static final double ROWS_PER_GROUP_MIN = 8;

  private final PlanNode.Aggregate node;
  private final BatchOperator input;
  private final @Nullable BatchMeter meter;
  private final boolean parallel;
  private final boolean worthWorkers;
  private final int[] keyFields;
  private final SqlType[] keyTypes;

  private BatchAggregate(
      PlanNode.Aggregate node,
      BatchOperator input,
      boolean worthWorkers,
      @Nullable BatchMeter meter) {
    this.node = node;
    this.input = input;
    this.meter = meter;
    this.parallel = isParallel(node);
    this.worthWorkers = worthWorkers;
    this.keyFields = node.groupFields().stream().mapToInt(Integer::intValue).toArray();
    this.keyTypes =
        Arrays.stream(keyFields)
            .mapToObj(field -> type(node.input().rowType(), field))
            .toArray(SqlType[]::new);
  }

  /** Whether batches can compute the aggregation; a count of rows is known without reading them. */
  static boolean isSupported(PlanNode.Aggregate node) {
    RelDataType input = node.input().rowType();
    return node.isSimple()
        && !node.isRowCount()
        && node.groupFields().stream().noneMatch(f -> type(input, f).kind().isLarge())
        && node.calls().stream().allMatch(call -> isSupported(call, input));
  }

  private static boolean isSupported(AggregateCall call, RelDataType input) {
    boolean readable =
        call.getArgList().stream().noneMatch(field -> type(input, field).kind().isLarge());
    if (!call.getCollation().getFieldCollations().isEmpty() || call.isDistinct() && !readable) {
      return false;
    }
    return switch (call.getAggregation().getKind()) {
      case COUNT -> true;
      case SUM, SUM0, AVG ->
          type(input, call.getArgList().get(0)).kind().isNumeric()
              && RelTypes.sqlType(call.getType()).kind().isNumeric();
      case MIN, MAX, ANY_VALUE -> readable;
      default -> false;
    };
  }

  static BatchOperator compile(
      PlanNode.Aggregate node,
      BatchOperator input,
      boolean worthWorkers,
      @Nullable BatchMeter meter) {
    return new BatchAggregate(node, input, worthWorkers, meter);
  }

  private static boolean isParallel(AggregateCall call, RelDataType input) {
    return switch (call.getAggregation().getKind()) {
      case COUNT -> true;
      case SUM, SUM0, AVG -> type(input, call.getArgList().get(0)).kind().isExactNumeric();
      // Of equal values the first one is kept: they are the same where these forms are.
      case MIN, MAX -> GroupTable.isPrimitive(type(input, call.getArgList().get(0)));
      default -> false;
    };
  }

  /** Whether workers may help: the result is the same in each order of the rows. */
  static boolean isParallel(PlanNode.Aggregate node) {
    RelDataType input = node.input().rowType();
    return node.calls().stream().allMatch(call -> isParallel(call, input));
  }

  /**
   * Whether there are few groups for the rows that a scan reads: the groups of all threads have to
   * be joined.
   */
  static boolean isWorthWorkers(PlanNode.Aggregate node, PlanNode.TableScan scan) {
    return node.groupFields().isEmpty() || node.rows() * ROWS_PER_GROUP_MIN <= scan.visitedRows();
  }

  private static SqlType type(RelDataType rowType, int field) {
    List<RelDataTypeField> fields = rowType.getFieldList();
    return RelTypes.sqlType(fields.get(field).getType());
  }

  private BatchAccumulator[] accumulators() {
    RelDataType rowType = node.input().rowType();
    BatchAccumulator[] all = new BatchAccumulator[node.calls().size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = accumulator(node.calls().get(i), rowType);
    }
    return all;
  }

  private static BatchAccumulator accumulator(AggregateCall call, RelDataType input) {
    SqlType type = RelTypes.sqlType(call.getType());
    int[] arguments = call.getArgList().stream().mapToInt(Integer::intValue).toArray();
    SqlKind kind = call.getAggregation().getKind();
    BatchAccumulator made =
        switch (kind) {
          case COUNT -> new CountAccumulator(arguments);
          case SUM -> new SumAccumulator(arguments[0], type, false, false);
          case SUM0 -> new SumAccumulator(arguments[0], type, false, true);
          case AVG -> new SumAccumulator(arguments[0], type, true, false);
          case MIN -> new ExtremeAccumulator(arguments[0], type, -1);
          case MAX -> new ExtremeAccumulator(arguments[0], type, 1);
          default -> new ExtremeAccumulator(arguments[0], type, 0);
        };
    if (call.isDistinct() && arguments.length > 0) {
      SqlType[] types =
          Arrays.stream(arguments).mapToObj(field -> type(input, field)).toArray(SqlType[]::new);
      made = new DistinctBatchAccumulator(made, arguments, types, input.getFieldCount());
    }
    return call.hasFilter() ? new FilteredAccumulator(made, call.filterArg) : made;
  }

  private Grouping grouping(ExecutionContext context) {
    return new Grouping(context, keyFields, keyTypes, accumulators());
  }

  @Override
  public BatchStream open(ExecutionContext context) {
    return new Run(context);
  }

  /** One aggregation; all input is grouped at the first pull. */
  private final class Run implements BatchStream {
    private final ExecutionContext context;
    private @Nullable Grouping groups;
    private @Nullable BatchStream rest;
    private boolean grouped;
    private int next;

    Run(ExecutionContext context) {
      this.context = context;
    }

    @Override
    public @Nullable Batch next() {
      if (!grouped) {
        grouped = true;
        groups = grouped();
        if (groups == null) {
          rest = byRows(input.open(context).rows());
        }
      }
      Grouping known = groups;
      if (known != null) {
        if (next < known.size()) {
          int count = Math.min(Batch.ROWS, known.size() - next);
          Batch batch = known.results(next, count);
          next += count;
          return batch;
        }
        groups = null;
        known.release();
        SpilledRows file = known.aside();
        if (file != null) {
          file.written();
          rest = byRows(file);
        }
      }
      return rest == null ? null : rest.next();
    }

    @Override
    public boolean isKnownEmpty() {
      Grouping known = groups;
      boolean ended = known == null || next >= known.size() && known.aside() == null;
      return grouped && ended && rest == null;
    }

    private BatchStream byRows(RowStream rows) {
      return new BatchedRows(
          HashAggregate.compile(node, unused -> rows).open(context), node.rowType());
    }

    /** Groups all rows; null when memory does not suffice for what each group needs. */
    private @Nullable Grouping grouped() {
      Gather gather = gather();
      Grouping all = gather == null ? null : gather.run();
      return all != null || gather != null && gather.isExhausted()
          ? all
          : grouped(input.open(context));
    }

    private @Nullable Grouping grouped(BatchStream stream) {
      Grouping all = grouping(context);
      for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
        if (all.aside() == null && !all.fits(batch.count())) {
          if (all.growsWithRows()) {
            all.release();
            return null;
          }
          all.putNewGroupsAside();
        }
        all.add(batch);
      }
      return all;
    }

    /** The aggregation by several threads; null when one thread has to do it. */
    private @Nullable Gather gather() {
      Parallelism limits = parallel ? context.parallelism() : null;
      if (limits == null || !limits.forced() && !worthWorkers) {
        return null;
      }
      SharedInput shared = input.share(context, limits.forced());
      return shared == null
          ? null
          : new Gather(node, shared, limits, context, BatchAggregate.this::grouping, meter);
    }
  }
}

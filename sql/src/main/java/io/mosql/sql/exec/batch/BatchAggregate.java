package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.aggregate.HashAggregate;
import io.mosql.sql.exec.runtime.ExecutionContext;
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
  private final PlanNode.Aggregate node;
  private final BatchOperator input;
  private final int[] keyFields;
  private final SqlType[] keyTypes;

  private BatchAggregate(PlanNode.Aggregate node, BatchOperator input) {
    this.node = node;
    this.input = input;
    this.keyFields = node.groupFields().stream().mapToInt(Integer::intValue).toArray();
    this.keyTypes =
        Arrays.stream(keyFields)
            .mapToObj(field -> type(node.input().rowType(), field))
            .toArray(SqlType[]::new);
  }

  /** Whether batches can compute the aggregation. */
  static boolean isSupported(PlanNode.Aggregate node) {
    RelDataType input = node.input().rowType();
    return node.isSimple()
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

  static BatchOperator compile(PlanNode.Aggregate node, BatchOperator input) {
    return new BatchAggregate(node, input);
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

  @Override
  public BatchStream open(ExecutionContext context) {
    return new Run(context);
  }

  /** One aggregation; all input is grouped at the first pull. */
  private final class Run implements BatchStream {
    private final ExecutionContext context;
    private final BatchAccumulator[] accumulators = accumulators();
    private final GroupTable groups = new GroupTable(keyTypes);
    private int capacity;
    private long charged;
    private @Nullable SpilledRows aside;
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
        if (keyFields.length == 0) {
          resize(1);
        }
        if (!group(input.open(context))) {
          next = Integer.MAX_VALUE;
          release();
          rest = byRows(input.open(context).rows());
        }
      }
      int size = keyFields.length == 0 ? 1 : groups.size();
      if (next < size) {
        int count = Math.min(Batch.ROWS, size - next);
        Batch batch = results(next, count);
        next += count;
        return batch;
      }
      if (next == size) {
        next = Integer.MAX_VALUE;
        release();
        SpilledRows file = aside;
        if (file != null) {
          file.written();
          rest = byRows(file);
        }
      }
      return rest == null ? null : rest.next();
    }

    @Override
    public boolean isKnownEmpty() {
      int size = keyFields.length == 0 ? 1 : groups.size();
      return grouped && next >= size && aside == null && rest == null;
    }

    private void release() {
      context.release(charged);
      charged = 0;
    }

    private BatchStream byRows(RowStream rows) {
      return new BatchedRows(
          HashAggregate.compile(node, unused -> rows).open(context), node.rowType());
    }

    /** Groups all rows; false when memory does not suffice for what each group needs. */
    private boolean group(BatchStream stream) {
      int[] numbers = new int[Batch.ROWS];
      for (Batch batch = stream.next(); batch != null; batch = stream.next()) {
        if (aside == null && !fits(batch.count())) {
          if (growsWithRows()) {
            return false;
          }
          aside = new SpilledRows(context);
        }
        add(batch, numbers);
      }
      return true;
    }

    private boolean growsWithRows() {
      return Arrays.stream(accumulators).anyMatch(BatchAccumulator::growsWithRows);
    }

    /** Whether there is memory for this number of rows, each of a group of its own. */
    private boolean fits(int rows) {
      if (keyFields.length == 0 && !growsWithRows()) {
        return true;
      }
      long bytes = groups.bytesWith(rows);
      int larger = Math.max(capacity, groups.size() + rows);
      for (BatchAccumulator accumulator : accumulators) {
        long now = accumulator.bytes();
        bytes += capacity == 0 ? 32L * rows : now + now / capacity * 2 * (larger - capacity);
        bytes += accumulator.growsWithRows() ? 64L * rows : 0;
      }
      return !context.shouldSpill(bytes);
    }

    private void add(Batch batch, int[] numbers) {
      int[] rows = batch.rows();
      int count = batch.count();
      if (keyFields.length > 0) {
        Vector[] keys = new Vector[keyFields.length];
        for (int i = 0; i < keys.length; i++) {
          keys[i] = batch.column(keyFields[i]);
        }
        groups.find(keys, rows, count, aside == null, numbers);
        if (aside != null) {
          rows = Arrays.copyOf(rows, count);
          count = putAside(aside, batch, rows, count, numbers);
        }
        if (groups.size() > capacity) {
          resize(Math.max(2 * capacity, groups.size()));
        }
      }
      if (count == 0) {
        return;
      }
      for (BatchAccumulator accumulator : accumulators) {
        accumulator.add(batch, rows, count, numbers);
      }
      chargeMemory();
    }

    private void resize(int groupCapacity) {
      capacity = groupCapacity;
      for (BatchAccumulator accumulator : accumulators) {
        accumulator.resize(capacity);
      }
    }

    private void chargeMemory() {
      if (keyFields.length == 0 && !growsWithRows()) {
        return;
      }
      long bytes = groups.bytes();
      for (BatchAccumulator accumulator : accumulators) {
        bytes += accumulator.bytes();
      }
      if (bytes > charged) {
        context.chargeBytes(bytes - charged);
        charged = bytes;
      }
    }

    /** Writes the rows of new groups to the file; returns the number of the others. */
    private int putAside(SpilledRows file, Batch batch, int[] rows, int count, int[] numbers) {
      int known = 0;
      for (int k = 0; k < count; k++) {
        int row = rows[k];
        if (numbers[row] == GroupTable.NONE) {
          file.add(batch.row(row));
        } else {
          rows[known++] = row;
        }
      }
      return known;
    }

    private Batch results(int from, int count) {
      Vector[] columns = new Vector[keyFields.length + accumulators.length];
      for (int i = 0; i < keyFields.length; i++) {
        columns[i] = groups.column(i, from, count);
      }
      for (int i = 0; i < accumulators.length; i++) {
        columns[keyFields.length + i] = accumulators[i].results(from, count);
      }
      return new Batch(columns, count);
    }
  }
}

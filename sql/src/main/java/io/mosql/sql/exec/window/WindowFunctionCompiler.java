package io.mosql.sql.exec.window;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.List;
import org.apache.calcite.rel.core.AggregateCall;
import org.jspecify.annotations.Nullable;

/** Compiles window functions that are not aggregates: ranks, and values of other rows. */
final class WindowFunctionCompiler {
  private WindowFunctionCompiler() {}

  static WindowFunction compile(
      PlanNode.WindowCall windowCall, PlanNode.Window node, ExpressionCompiler expressions) {
    AggregateCall call = windowCall.call();
    List<Integer> arguments = call.getArgList();
    return switch (call.getAggregation().getKind()) {
      case ROW_NUMBER -> (partition, context) -> row -> row + 1L;
      case RANK -> (partition, context) -> row -> partition.peerStart(row) + 1L;
      case DENSE_RANK -> (partition, context) -> row -> partition.group(row) + 1L;
      case PERCENT_RANK ->
          (partition, context) -> {
            double others = Math.max(1, partition.size() - 1);
            return row -> partition.peerStart(row) / others;
          };
      case CUME_DIST ->
          (partition, context) -> {
            double size = partition.size();
            return row -> partition.peerEnd(row) / size;
          };
      case NTILE -> {
        SqlType type = RelTypes.sqlType(call.getType());
        yield (partition, context) -> tiles(partition, arguments.get(0), type);
      }
      case LAG -> shifted(call, -1);
      case LEAD -> shifted(call, 1);
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE ->
          new ValueOfFrame(call, FrameBounds.compile(windowCall.frame(), node, expressions));
      default ->
          new WindowAggregate(
              call,
              node.input().rowType(),
              FrameBounds.compile(windowCall.frame(), node, expressions));
    };
  }

  /** NTILE: the first tiles are one row larger where the rows cannot be divided evenly. */
  private static WindowFunction.Values tiles(
      WindowPartition partition, int argument, SqlType type) {
    Object count = partition.row(0)[argument];
    if (count == null) {
      return row -> null;
    }
    long tiles = ((Number) count).longValue();
    if (tiles <= 0) {
      throw SqlErrorMessage.NTILE_NOT_POSITIVE.error();
    }
    long least = partition.size() / tiles;
    long larger = partition.size() % tiles;
    long inLarger = larger * (least + 1);
    return row -> {
      long tile = row < inLarger ? row / (least + 1) : larger + (row - inLarger) / least;
      return ExpressionCompiler.aligned(tile + 1, type);
    };
  }

  /** LAG and LEAD: the value of a row at an offset, or the default where there is no such row. */
  private static WindowFunction shifted(AggregateCall call, int sign) {
    int field = call.getArgList().get(0);
    int offset = call.getArgList().size() > 1 ? call.getArgList().get(1) : -1;
    int otherwise = call.getArgList().size() > 2 ? call.getArgList().get(2) : -1;
    SqlType type = RelTypes.sqlType(call.getType());
    return (partition, context) ->
        i -> {
          Object distance = offset < 0 ? (Object) 1L : partition.row(i)[offset];
          if (distance == null) {
            return null;
          }
          long by = sign * ((Number) distance).longValue();
          long row = call.ignoreNulls() ? present(partition, field, i, by, context) : i + by;
          Object value =
              row >= 0 && row < partition.size()
                  ? partition.row((int) row)[field]
                  : otherwise < 0 ? null : partition.row(i)[otherwise];
          return ExpressionCompiler.aligned(value, type);
        };
  }

  /** The row at an offset among the rows with a non-null value. */
  private static long present(
      WindowPartition partition, int field, int from, long by, ExecutionContext context) {
    int step = by < 0 ? -1 : 1;
    long left = Math.abs(by);
    int row = from;
    while (left > 0 && row + step >= 0 && row + step < partition.size()) {
      context.step();
      row += step;
      if (partition.row(row)[field] != null) {
        left--;
      }
    }
    return left == 0 ? row : -1;
  }

  /** FIRST_VALUE, LAST_VALUE and NTH_VALUE of the frame. */
  private static final class ValueOfFrame implements WindowFunction {
    private final FrameBounds bounds;
    private final int field;
    private final int number;
    private final boolean fromLast;
    private final boolean ignoreNulls;

    ValueOfFrame(AggregateCall call, FrameBounds bounds) {
      this.bounds = bounds;
      this.field = call.getArgList().get(0);
      this.number = call.getArgList().size() > 1 ? call.getArgList().get(1) : -1;
      this.fromLast = call.getAggregation().getKind() == org.apache.calcite.sql.SqlKind.LAST_VALUE;
      this.ignoreNulls = call.ignoreNulls();
    }

    @Override
    public Values forPartition(WindowPartition partition, ExecutionContext context) {
      FrameCursor frames = bounds.frames(partition, context);
      return row -> {
        frames.moveTo(row);
        Long nth = nth(partition.row(row));
        return nth == null ? null : find(frames, row, nth, context);
      };
    }

    private @Nullable Long nth(@Nullable Object[] row) {
      if (number < 0) {
        return 1L;
      }
      Object value = row[number];
      if (value == null) {
        return null;
      }
      long nth = ((Number) value).longValue();
      if (nth <= 0) {
        throw SqlErrorMessage.NTH_VALUE_NOT_POSITIVE.error();
      }
      return nth;
    }

    private @Nullable Object find(
        FrameCursor frames, int current, long nth, ExecutionContext context) {
      WindowPartition partition = frames.partition();
      int first = frames.from();
      int end = frames.to();
      if (!ignoreNulls && !frames.excludes()) {
        if (nth > end - first) {
          return null;
        }
        return partition.row(fromLast ? end - 1 : (int) (first + nth - 1))[field];
      }
      long left = nth;
      for (int i = first; i < end; i++) {
        context.step();
        int row = fromLast ? end - 1 - (i - first) : i;
        Object value = partition.row(row)[field];
        if (!frames.isExcluded(row, current) && !(ignoreNulls && value == null) && --left == 0) {
          return value;
        }
      }
      return null;
    }
  }
}

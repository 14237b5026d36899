package io.mosql.sql.exec;

import io.mosql.core.type.SqlType;
import io.mosql.sql.plan.RelTypes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate function over the frame of each row. Both ends of frames only move forward, so:
 *
 * <ul>
 *   <li>frames that begin with the partition: rows are added as the end moves
 *   <li>exact sums and counts: rows that fall out are subtracted again
 *   <li>least and greatest: a queue of those that may still become it
 *   <li>everything else, and frames with exclusions: worked out anew where the frame is another one
 * </ul>
 *
 * Immutable, shared between threads.
 */
final class FramedAggregate implements WindowFunction {
  private final AggregateCall call;
  private final FrameBounds bounds;
  private final Supplier<Accumulator> accumulators;
  private final SqlType type;

  FramedAggregate(AggregateCall call, RelDataType input, FrameBounds bounds) {
    this.call = call;
    this.bounds = bounds;
    this.accumulators = Accumulators.of(call, input);
    this.type = RelTypes.sqlType(call.getType());
  }

  @Override
  public @Nullable Object[] values(WindowPartition partition, ExecutionContext context) {
    WindowFrames frames = bounds.frames(partition, context);
    if (frames.excludes()) {
      return anew(frames, context);
    } else if (bounds.startsWithPartition()) {
      return running(frames, context);
    }
    SqlKind kind = call.getAggregation().getKind();
    if (!call.isDistinct() && SlidingSum.canSlide(kind, type)) {
      return sliding(frames, new SlidingSum(call, type), context);
    } else if (kind == SqlKind.MIN || kind == SqlKind.MAX) {
      return extremes(frames, kind == SqlKind.MIN ? -1 : 1, context);
    }
    return anew(frames, context);
  }

  private @Nullable Object[] running(WindowFrames frames, ExecutionContext context) {
    WindowPartition partition = frames.partition();
    Object[] values = new Object[partition.size()];
    Accumulator accumulator = accumulators.get();
    int added = 0;
    for (int i = 0; i < values.length; i++) {
      context.step();
      boolean same = i > 0 && added == frames.to()[i];
      while (added < frames.to()[i]) {
        accumulator.add(partition.row(added++), context);
      }
      values[i] = same ? values[i - 1] : accumulator.result();
    }
    return values;
  }

  private @Nullable Object[] sliding(
      WindowFrames frames, SlidingSum sum, ExecutionContext context) {
    WindowPartition partition = frames.partition();
    Object[] values = new Object[partition.size()];
    int removed = 0;
    int added = 0;
    for (int i = 0; i < values.length; i++) {
      context.step();
      int from = frames.from()[i];
      int to = frames.to()[i];
      boolean same = i > 0 && added == to && removed == from;
      while (added < to) {
        sum.add(partition.row(added++), false);
      }
      while (removed < from && removed < added) {
        sum.add(partition.row(removed++), true);
      }
      if (removed < from) {
        // an empty frame ahead of all that was added
        removed = from;
        added = from;
      }
      values[i] = same ? values[i - 1] : sum.result();
    }
    return values;
  }

  private @Nullable Object[] extremes(WindowFrames frames, int sign, ExecutionContext context) {
    WindowPartition partition = frames.partition();
    int field = call.getArgList().get(0);
    Object[] values = new Object[partition.size()];
    Deque<Integer> best = new ArrayDeque<>();
    int added = 0;
    for (int i = 0; i < values.length; i++) {
      context.step();
      for (; added < frames.to()[i]; added++) {
        Object value = partition.row(added)[field];
        if (value == null) {
          continue;
        }
        while (!best.isEmpty()
            && sign
                    * Comparisons.compare(
                        type.collation(), value, key(partition, best.getLast(), field))
                > 0) {
          best.removeLast();
        }
        best.addLast(added);
      }
      while (!best.isEmpty() && best.getFirst() < frames.from()[i]) {
        best.removeFirst();
      }
      boolean empty = best.isEmpty() || frames.from()[i] >= frames.to()[i];
      values[i] = empty ? null : partition.row(best.getFirst())[field];
    }
    return values;
  }

  private static Object key(WindowPartition partition, int row, int field) {
    return java.util.Objects.requireNonNull(partition.row(row)[field]);
  }

  private @Nullable Object[] anew(WindowFrames frames, ExecutionContext context) {
    WindowPartition partition = frames.partition();
    Object[] values = new Object[partition.size()];
    for (int i = 0; i < values.length; i++) {
      int from = frames.from()[i];
      int to = frames.to()[i];
      if (i > 0 && !frames.excludes() && from == frames.from()[i - 1] && to == frames.to()[i - 1]) {
        values[i] = values[i - 1];
        continue;
      }
      long before = context.charged();
      Accumulator accumulator = accumulators.get();
      for (int row = from; row < to; row++) {
        context.step();
        if (!frames.isExcluded(row, i)) {
          accumulator.add(partition.row(row), context);
        }
      }
      values[i] = accumulator.result();
      context.release(context.charged() - before);
    }
    return values;
  }
}

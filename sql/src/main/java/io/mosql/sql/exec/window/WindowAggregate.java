package io.mosql.sql.exec.window;

import io.mosql.core.type.Collation;
import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.aggregate.Accumulator;
import io.mosql.sql.exec.aggregate.AccumulatorFactory;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.runtime.ExecutionContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * An aggregate function as a window function, over the frame of each row. Both ends of frames only
 * move forward, so:
 *
 * <ul>
 *   <li>frames that begin with the partition: rows are added as the end moves
 *   <li>exact sums and counts: rows that leave the frame are subtracted
 *   <li>least and greatest: a queue of the rows that may still become the result
 *   <li>all others, and frames with exclusions: recomputed when the frame changes
 * </ul>
 *
 * Values are computed row by row, so that little memory is needed besides the rows. Immutable,
 * shared between threads.
 */
final class WindowAggregate implements WindowFunction {
  private final AggregateCall call;
  private final FrameBounds bounds;
  private final Supplier<Accumulator> accumulators;
  private final SqlType type;

  WindowAggregate(AggregateCall call, RelDataType input, FrameBounds bounds) {
    this.call = call;
    this.bounds = bounds;
    this.accumulators = AccumulatorFactory.of(call, input);
    this.type = RelTypes.sqlType(call.getType());
  }

  @Override
  public Values forPartition(WindowPartition partition, ExecutionContext context) {
    FrameCursor frames = bounds.frames(partition, context);
    if (frames.excludes()) {
      return new RecomputedFrame(frames, accumulators, context);
    } else if (bounds.startsWithPartition()) {
      return new GrowingFrame(frames, accumulators.get(), context);
    }
    SqlKind kind = call.getAggregation().getKind();
    if (!call.isDistinct() && SlidingSum.canSlide(kind, type)) {
      return new SlidingFrame(frames, new SlidingSum(call, type), context);
    } else if (kind == SqlKind.MIN || kind == SqlKind.MAX) {
      int sign = kind == SqlKind.MIN ? -1 : 1;
      return new ExtremeOfFrame(frames, call.getArgList().get(0), sign, type.collation(), context);
    }
    return new RecomputedFrame(frames, accumulators, context);
  }

  /** Values for one partition; a value is reused as long as the frame does not change. */
  private abstract static class FrameValues implements Values {
    final FrameCursor frames;
    final WindowPartition partition;
    final ExecutionContext context;
    private @Nullable Object value;

    FrameValues(FrameCursor frames, ExecutionContext context) {
      this.frames = frames;
      this.partition = frames.partition();
      this.context = context;
    }

    @Override
    public final @Nullable Object valueAt(int row) {
      context.step();
      frames.moveTo(row);
      if (frames.hasMoved()) {
        value = value(row);
      }
      return value;
    }

    /** The value of the frame of the row. */
    abstract @Nullable Object value(int row);
  }

  private static final class GrowingFrame extends FrameValues {
    private final Accumulator accumulator;
    private int added;

    GrowingFrame(FrameCursor frames, Accumulator accumulator, ExecutionContext context) {
      super(frames, context);
      this.accumulator = accumulator;
    }

    @Override
    @Nullable Object value(int row) {
      while (added < frames.to()) {
        context.step();
        accumulator.add(partition.row(added++), context);
      }
      return accumulator.result();
    }
  }

  private static final class SlidingFrame extends FrameValues {
    private final SlidingSum sum;
    private int removed;
    private int added;

    SlidingFrame(FrameCursor frames, SlidingSum sum, ExecutionContext context) {
      super(frames, context);
      this.sum = sum;
    }

    @Override
    @Nullable Object value(int row) {
      while (added < frames.to()) {
        context.step();
        sum.add(partition.row(added++), false);
      }
      while (removed < frames.from() && removed < added) {
        sum.add(partition.row(removed++), true);
      }
      if (removed < frames.from()) {
        // an empty frame before all rows added
        removed = frames.from();
        added = frames.from();
      }
      return sum.result();
    }
  }

  /** The least or greatest value of frames: a queue of the rows that may still become it. */
  private static final class ExtremeOfFrame extends FrameValues {
    private static final int ENTRY_BYTES = 48;

    private final int field;
    private final int sign;
    private final Collation collation;
    private final Deque<Candidate> best = new ArrayDeque<>();
    private int charged;
    private int added;

    private record Candidate(int row, Object value) {}

    ExtremeOfFrame(
        FrameCursor frames, int field, int sign, Collation collation, ExecutionContext context) {
      super(frames, context);
      this.field = field;
      this.sign = sign;
      this.collation = collation;
    }

    @Override
    @Nullable Object value(int row) {
      for (; added < frames.to(); added++) {
        context.step();
        Object value = partition.row(added)[field];
        if (value != null) {
          add(new Candidate(added, value));
        }
      }
      while (!best.isEmpty() && best.getFirst().row < frames.from()) {
        best.removeFirst();
      }
      boolean empty = best.isEmpty() || frames.from() >= frames.to();
      return empty ? null : best.getFirst().value;
    }

    private void add(Candidate candidate) {
      while (!best.isEmpty()
          && sign * ValueComparisons.compare(collation, candidate.value, best.getLast().value)
              > 0) {
        best.removeLast();
      }
      best.addLast(candidate);
      if (best.size() > charged) {
        charged++;
        context.chargeBytes(ENTRY_BYTES);
      }
    }
  }

  private static final class RecomputedFrame extends FrameValues {
    private final Supplier<Accumulator> accumulators;

    RecomputedFrame(
        FrameCursor frames, Supplier<Accumulator> accumulators, ExecutionContext context) {
      super(frames, context);
      this.accumulators = accumulators;
    }

    @Override
    @Nullable Object value(int row) {
      long before = context.charged();
      Accumulator accumulator = accumulators.get();
      for (int i = frames.from(); i < frames.to(); i++) {
        context.step();
        if (!frames.isExcluded(i, row)) {
          accumulator.add(partition.row(i), context);
        }
      }
      Object value = accumulator.result();
      context.release(context.charged() - before);
      return value;
    }
  }
}

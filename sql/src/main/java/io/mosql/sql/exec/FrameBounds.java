package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.WindowFrame;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Works out the frames of one window function. Immutable, shared between threads. */
final class FrameBounds {
  private final WindowFrame frame;
  private final End lower;
  private final End upper;

  private FrameBounds(WindowFrame frame, End lower, End upper) {
    this.frame = frame;
    this.lower = lower;
    this.upper = upper;
  }

  /** Where the frames of a partition begin, or end: the index of a row, by row. */
  @FunctionalInterface
  private interface End {
    int[] of(WindowPartition partition, ExecutionContext context);
  }

  static FrameBounds compile(
      WindowFrame frame, PlanNode.Window node, ExpressionCompiler expressions) {
    return new FrameBounds(
        frame,
        end(frame, frame.lower(), false, node, expressions),
        end(frame, frame.upper(), true, node, expressions));
  }

  boolean startsWithPartition() {
    return frame.lower().kind() == WindowFrame.BoundKind.UNBOUNDED_PRECEDING;
  }

  WindowFrames frames(WindowPartition partition, ExecutionContext context) {
    int[] from = lower.of(partition, context);
    int[] to = upper.of(partition, context).clone();
    for (int i = 0; i < to.length; i++) {
      to[i] = Math.max(from[i], to[i]);
    }
    return new WindowFrames(partition, from, to, frame.exclusion());
  }

  private static End end(
      WindowFrame frame,
      WindowFrame.Bound bound,
      boolean upper,
      PlanNode.Window node,
      ExpressionCompiler expressions) {
    return switch (bound.kind()) {
      case UNBOUNDED_PRECEDING -> (partition, context) -> new int[partition.size()];
      case UNBOUNDED_FOLLOWING ->
          (partition, context) -> {
            int[] ends = new int[partition.size()];
            java.util.Arrays.fill(ends, ends.length);
            return ends;
          };
      case CURRENT_ROW ->
          frame.unit() == WindowFrame.Unit.ROWS
              ? (partition, context) -> shifted(partition, upper ? 1 : 0)
              : (partition, context) -> upper ? partition.peerEnds() : partition.peerStarts();
      case PRECEDING, FOLLOWING -> {
        int sign = bound.kind() == WindowFrame.BoundKind.PRECEDING ? -1 : 1;
        RexNode offset = Objects.requireNonNull(bound.offset());
        yield switch (frame.unit()) {
          case ROWS -> byRows(expressions.compile(offset), sign, upper);
          case GROUPS -> byGroups(expressions.compile(offset), sign, upper);
          case RANGE -> byDistance(offset, sign, upper, node, expressions);
        };
      }
    };
  }

  private static End byRows(Expression offset, int sign, boolean upper) {
    return (partition, context) -> {
      Number rows = checked(offset.evaluate(new Object[0], context));
      // no partition has more rows than an int counts
      long distance = Math.min(Integer.MAX_VALUE, rows.longValue());
      return shifted(partition, sign * distance + (upper ? 1 : 0));
    };
  }

  private static End byGroups(Expression offset, int sign, boolean upper) {
    return (partition, context) -> {
      Number groups = checked(offset.evaluate(new Object[0], context));
      long distance = sign * Math.min(Integer.MAX_VALUE, groups.longValue()) + (upper ? 1 : 0);
      WindowPartition.Groups known = partition.groups();
      int[] ends = new int[partition.size()];
      for (int i = 0; i < ends.length; i++) {
        long group = Math.max(0, Math.min(known.count(), known.of()[i] + distance));
        ends[i] = known.starts()[(int) group];
      }
      return ends;
    };
  }

  private static int[] shifted(WindowPartition partition, long distance) {
    int[] ends = new int[partition.size()];
    for (int i = 0; i < ends.length; i++) {
      ends[i] = (int) Math.max(0, Math.min(ends.length, i + distance));
    }
    return ends;
  }

  static MosqlException isNull() {
    return new MosqlException(
        SqlState.INVALID_FRAME_OFFSET, "the offset of a window frame must not be null");
  }

  /** An offset that counts; 22013 for one that is null or negative. */
  static Number checked(@Nullable Object offset) {
    if (offset == null) {
      throw isNull();
    }
    Number number = (Number) offset;
    if (number.doubleValue() < 0) {
      throw new MosqlException(
          SqlState.INVALID_FRAME_OFFSET, "the offset of a window frame must not be negative");
    }
    return number;
  }

  /** By values of the only sort key. */
  private static End byDistance(
      RexNode offset,
      int sign,
      boolean upper,
      PlanNode.Window node,
      ExpressionCompiler expressions) {
    if (node.order().size() != 1) {
      throw new MosqlException(
          SqlState.WINDOWING_ERROR, "RANGE with an offset needs one column in ORDER BY");
    }
    RelFieldCollation key = node.order().get(0);
    int field = key.getFieldIndex();
    boolean descending = key.direction.isDescending();
    RelDataType keyType = node.input().rowType().getFieldList().get(field).getType();
    FrameDistance distance =
        FrameDistance.of(field, keyType, offset, descending ? -sign : sign, expressions);
    java.util.Comparator<@Nullable Object[]> order =
        Comparisons.order(List.of(key.withFieldIndex(0)), FieldCollations.PLAIN);
    return (partition, context) -> {
      distance.check(context);
      int size = partition.size();
      int[] ends = new int[size];
      int first = 0;
      while (first < size && partition.row(first)[field] == null) {
        first++;
      }
      int last = size;
      while (last > first && partition.row(last - 1)[field] == null) {
        last--;
      }
      for (int i = 0; i < size; i++) {
        context.step();
        if (i < first || i >= last) {
          ends[i] = upper ? partition.peerEnds()[i] : partition.peerStarts()[i];
        } else {
          Object[] sought = {distance.limit(partition.row(i), context)};
          ends[i] =
              search(
                  at -> distance.key(Objects.requireNonNull(partition.row(at)[field])),
                  first,
                  last,
                  sought,
                  order,
                  upper);
        }
      }
      return ends;
    };
  }

  /** The first row whose key does not come before the one sought; if upper, that comes after it. */
  private static int search(
      IntFunction<Object> keys,
      int first,
      int last,
      @Nullable Object[] sought,
      java.util.Comparator<@Nullable Object[]> order,
      boolean upper) {
    int low = first;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int compared = order.compare(new Object[] {keys.apply(middle)}, sought);
      if (compared < 0 || upper && compared == 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

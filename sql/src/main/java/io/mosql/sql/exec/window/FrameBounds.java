package io.mosql.sql.exec.window;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.WindowFrame;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.FieldCollations;
import io.mosql.sql.exec.expression.ValueComparisons;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** The compiled frame clause of one window function. Immutable, shared between threads. */
final class FrameBounds {
  private final WindowFrame frame;
  private final Bound lower;
  private final Bound upper;

  private FrameBounds(WindowFrame frame, Bound lower, Bound upper) {
    this.frame = frame;
    this.lower = lower;
    this.upper = upper;
  }

  /** The start or the end of the frames of a partition. */
  @FunctionalInterface
  interface End {
    /** The index of the start or end of the frame of a row; rows are requested in order. */
    int indexFor(int row);
  }

  /** The compiled start or end of frames. */
  @FunctionalInterface
  private interface Bound {
    End over(WindowPartition partition, ExecutionContext context);
  }

  static FrameBounds compile(
      WindowFrame frame, PlanNode.Window node, ExpressionCompiler expressions) {
    return new FrameBounds(
        frame,
        bound(frame, frame.lower(), false, node, expressions),
        bound(frame, frame.upper(), true, node, expressions));
  }

  boolean startsWithPartition() {
    return frame.lower().kind() == WindowFrame.BoundKind.UNBOUNDED_PRECEDING;
  }

  FrameCursor frames(WindowPartition partition, ExecutionContext context) {
    return new FrameCursor(
        partition,
        lower.over(partition, context),
        upper.over(partition, context),
        frame.exclusion());
  }

  private static Bound bound(
      WindowFrame frame,
      WindowFrame.Bound bound,
      boolean upper,
      PlanNode.Window node,
      ExpressionCompiler expressions) {
    return switch (bound.kind()) {
      case UNBOUNDED_PRECEDING -> (partition, context) -> row -> 0;
      case UNBOUNDED_FOLLOWING -> (partition, context) -> row -> partition.size();
      case CURRENT_ROW ->
          frame.unit() == WindowFrame.Unit.ROWS
              ? (partition, context) -> shifted(partition, upper ? 1 : 0)
              : (partition, context) -> upper ? partition::peerEnd : partition::peerStart;
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

  private static Bound byRows(Expression offset, int sign, boolean upper) {
    return (partition, context) -> {
      Number rows = checked(offset.evaluate(new Object[0], context));
      // no partition has more rows than an int can count
      long distance = Math.min(Integer.MAX_VALUE, rows.longValue());
      return shifted(partition, sign * distance + (upper ? 1 : 0));
    };
  }

  private static Bound byGroups(Expression offset, int sign, boolean upper) {
    return (partition, context) -> {
      Number groups = checked(offset.evaluate(new Object[0], context));
      long distance = sign * Math.min(Integer.MAX_VALUE, groups.longValue()) + (upper ? 1 : 0);
      return new End() {
        private int start;
        private long number;

        @Override
        public int indexFor(int row) {
          long sought = partition.group(row) + distance;
          while (number < sought && start < partition.size()) {
            start = partition.groupEnd(start);
            number++;
          }
          return start;
        }
      };
    };
  }

  private static End shifted(WindowPartition partition, long distance) {
    int size = partition.size();
    return row -> (int) Math.max(0, Math.min(size, row + distance));
  }

  static MosqlException isNull() {
    return SqlErrorMessage.FRAME_OFFSET_NULL.error();
  }

  /** Checks a numeric offset; 22013 for one that is null or negative. */
  static Number checked(@Nullable Object offset) {
    if (offset == null) {
      throw isNull();
    }
    Number number = (Number) offset;
    if (number.doubleValue() < 0) {
      throw SqlErrorMessage.FRAME_OFFSET_NEGATIVE.error();
    }
    return number;
  }

  /** Compiles a bound by the distance from the value of the only sort key. */
  private static Bound byDistance(
      RexNode offset,
      int sign,
      boolean upper,
      PlanNode.Window node,
      ExpressionCompiler expressions) {
    if (node.order().size() != 1) {
      throw SqlErrorMessage.RANGE_ORDER_OF_SEVERAL_COLUMNS.error();
    }
    RelFieldCollation key = node.order().get(0);
    int field = key.getFieldIndex();
    boolean descending = key.direction.isDescending();
    RelDataType keyType = node.input().rowType().getFieldList().get(field).getType();
    RangeOffset distance =
        RangeOffset.of(field, keyType, offset, descending ? -sign : sign, expressions);
    Comparator<@Nullable Object[]> order =
        ValueComparisons.order(List.of(key.withFieldIndex(0)), FieldCollations.PLAIN);
    return (partition, context) -> {
      distance.check(context);
      return new RangeOffsetEnd(partition, context, field, distance, order, upper);
    };
  }
}

package io.mosql.sql.exec.join;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.RowBuffer;
import org.apache.calcite.rel.core.JoinRelType;
import org.jspecify.annotations.Nullable;

/**
 * Merge join of two inputs in the order of their keys: advances both in step and buffers only the
 * right rows of the current key, in a file if they do not fit into memory. The result has the order
 * of the left input. A key with a NULL matches nothing, whether NULLs are first or last. Immutable.
 */
final class MergeJoinOperator {
  private final Operator left;
  private final Operator right;
  private final int leftWidth;
  private final int rightWidth;
  private final int[] leftKeys;
  private final int[] rightKeys;
  private final boolean[] descending;
  private final JoinRelType type;
  private final ExpressionCompiler.Predicate condition;

  private MergeJoinOperator(
      PlanNode.Join node, Operator left, Operator right, ExpressionCompiler.Predicate condition) {
    this.left = left;
    this.right = right;
    this.leftWidth = node.left().rowType().getFieldCount();
    this.rightWidth = node.right().rowType().getFieldCount();
    this.leftKeys = node.leftKeys().stream().mapToInt(Integer::intValue).toArray();
    this.rightKeys = node.rightKeys().stream().mapToInt(Integer::intValue).toArray();
    this.descending = new boolean[leftKeys.length];
    for (int i = 0; i < descending.length; i++) {
      descending[i] = node.descending().get(i);
    }
    this.type = node.type();
    this.condition = condition;
  }

  static Operator compile(
      PlanNode.Join node, Operator left, Operator right, ExpressionCompiler.Predicate condition) {
    return new MergeJoinOperator(node, left, right, condition)::open;
  }

  private RowStream open(ExecutionContext context) {
    RightSide side = new RightSide(context);
    RowStream rows = left.open(context);
    boolean endsWithRight = type == JoinRelType.INNER || type == JoinRelType.SEMI;
    RowStream wanted =
        () -> {
          Object[] row = endsWithRight && side.isOver() ? null : rows.next();
          if (row == null) {
            side.forget();
          }
          return row;
        };
    return new JoinStream(leftWidth, rightWidth, type, condition, context, wanted) {
      @Override
      RowStream matches(@Nullable Object[] leftRow) {
        return side.sameAs(leftRow);
      }
    };
  }

  private static boolean hasNull(@Nullable Object[] row, int[] keys) {
    for (int key : keys) {
      if (row[key] == null) {
        return true;
      }
    }
    return false;
  }

  /** Compares two non-null keys in the order of the inputs. */
  private int compare(@Nullable Object[] leftRow, @Nullable Object[] rightRow) {
    for (int i = 0; i < leftKeys.length; i++) {
      Object x = leftRow[leftKeys[i]];
      Object y = rightRow[rightKeys[i]];
      if (x == null || y == null) {
        throw new InvariantViolation("a key of a merge join that contains NULL is not compared");
      }
      int order = descending[i] ? ValueOrder.compare(y, x) : ValueOrder.compare(x, y);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /** The rows of the right input from the last requested key on. Not thread-safe. */
  private final class RightSide {
    private final ExecutionContext context;
    private @Nullable RowStream rows;

    /** Rows of one key. */
    private final RowBuffer group;

    /** The first of them; null when there is none. */
    private @Nullable Object @Nullable [] first;

    /** The first row after the group; null at the end. */
    private @Nullable Object @Nullable [] ahead;

    RightSide(ExecutionContext context) {
      this.context = context;
      this.group = new RowBuffer(context, 1);
    }

    /** Whether no later left row can match. */
    boolean isOver() {
      return rows != null && ahead == null && first == null;
    }

    /** Returns the rows with the key of a left row; keys must be requested in ascending order. */
    RowStream sameAs(@Nullable Object[] leftRow) {
      if (hasNull(leftRow, leftKeys)) {
        return RowStream.EMPTY;
      }
      RowStream stream = rows;
      if (stream == null) {
        stream = right.open(context);
        rows = stream;
        ahead = next(stream);
      }
      if (first != null) {
        if (compare(leftRow, first) == 0) {
          return group.open();
        }
        forget();
      }
      while (ahead != null) {
        int order = compare(leftRow, ahead);
        if (order < 0) {
          break;
        }
        if (order == 0) {
          first = first == null ? ahead : first;
          group.add(ahead);
        }
        ahead = next(stream);
      }
      return group.open();
    }

    void forget() {
      group.release();
      first = null;
    }

    /** The next row whose key contains no NULL. */
    private @Nullable Object @Nullable [] next(RowStream stream) {
      Object[] row = stream.next();
      while (row != null && hasNull(row, rightKeys)) {
        row = stream.next();
      }
      return row;
    }
  }
}

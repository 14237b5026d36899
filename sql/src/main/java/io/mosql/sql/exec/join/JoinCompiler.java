package io.mosql.sql.exec.join;

import io.mosql.core.error.MosqlException;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.RowBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.core.JoinRelType;
import org.jspecify.annotations.Nullable;

/**
 * Compiles joins: lookup joins, which run the right side for each left row, and nested loops over a
 * buffered right side. Joins by equal keys are compiled by {@link HashJoinOperator} and {@link
 * MergeJoinOperator}.
 */
public final class JoinCompiler {
  private JoinCompiler() {}

  public static Operator correlate(
      PlanNode.Correlate node,
      Operator left,
      Operator right,
      int slot,
      ExpressionCompiler.Predicate condition) {
    int rightWidth = node.right().rowType().getFieldCount();
    int leftWidth = node.left().rowType().getFieldCount();
    JoinRelType type = node.type();
    if (type == JoinRelType.RIGHT || type == JoinRelType.FULL) {
      throw unsupported(type);
    }
    return context -> {
      RowStream rows = left.open(context);
      return new JoinStream(leftWidth, rightWidth, type, condition, context, rows) {
        private @Nullable PassThroughRows before;

        @Override
        RowStream matches(@Nullable Object[] leftRow) {
          if (before != null) {
            before.release();
          }
          context.correlate(slot, leftRow);
          before = new PassThroughRows(right, context);
          return before;
        }
      };
    };
  }

  /**
   * Compiles a mark join that runs the right side for each left row.
   *
   * @param comparison over left and right fields; null if each right row matches
   */
  public static Operator markedLookups(
      PlanNode.Correlate node,
      Operator left,
      Operator right,
      int slot,
      @Nullable Expression comparison) {
    return MarkJoinOperator.correlate(node, left, right, slot, comparison);
  }

  public static Operator disjunctiveJoin(
      PlanNode.DisjunctiveJoin node,
      Operator left,
      Operator right,
      ExpressionCompiler expressions) {
    return DisjunctiveJoinOperator.compile(node, left, right, expressions);
  }

  public static Operator markJoin(
      PlanNode.MarkJoin node, Operator left, Operator right, ExpressionCompiler expressions) {
    return MarkJoinOperator.compile(node, left, right, expressions);
  }

  /** The rows of an operator that is opened repeatedly: memory of a run is released at its end. */
  public static final class PassThroughRows implements RowStream {
    private final ExecutionContext context;
    private final RowStream rows;
    private long kept;

    public PassThroughRows(Operator operator, ExecutionContext context) {
      this.context = context;
      long before = context.charged();
      rows = operator.open(context);
      kept = context.charged() - before;
    }

    @Override
    public @Nullable Object @Nullable [] next() {
      long before = context.charged();
      Object[] row = rows.next();
      kept += context.charged() - before;
      return row;
    }

    public void release() {
      context.release(kept);
      kept = 0;
    }
  }

  public static Operator join(
      PlanNode.Join node, Operator left, Operator right, ExpressionCompiler.Predicate condition) {
    if (node.isMergeJoin()) {
      return MergeJoinOperator.compile(node, left, right, condition);
    }
    return node.leftKeys().isEmpty()
        ? nestedLoops(node, left, right, condition)
        : HashJoinOperator.compile(node, left, right, condition);
  }

  private static Operator nestedLoops(
      PlanNode.Join node, Operator left, Operator right, ExpressionCompiler.Predicate condition) {
    int leftWidth = node.left().rowType().getFieldCount();
    int rightWidth = node.right().rowType().getFieldCount();
    JoinRelType type = node.type();
    boolean keepsRight = type == JoinRelType.RIGHT || type == JoinRelType.FULL;
    JoinRelType driven =
        type == JoinRelType.RIGHT
            ? JoinRelType.INNER
            : type == JoinRelType.FULL ? JoinRelType.LEFT : type;
    return context -> {
      RightSide side = new RightSide(right, node.materialized(), context);
      RowStream rows = left.open(context);
      RowStream joined =
          new JoinStream(leftWidth, rightWidth, driven, condition, context, rows) {
            @Override
            RowStream matches(@Nullable Object[] leftRow) {
              return side.rows().open();
            }

            @Override
            boolean hasNoCandidates() {
              return side.rows().size() == 0;
            }

            @Override
            void onMatch(@Nullable Object[] rightRow) {
              if (keepsRight) {
                side.rows().mark();
              }
            }
          };
      return keepsRight
          ? withUnmatched(joined, side, leftWidth, rightWidth)
          : releasingAtEnd(joined, side);
    };
  }

  /** Releases the file of the right side after the last row, since a join may be run repeatedly. */
  private static RowStream releasingAtEnd(RowStream joined, RightSide side) {
    return () -> {
      Object[] row = joined.next();
      if (row == null) {
        side.release();
      }
      return row;
    };
  }

  private static RowStream withUnmatched(
      RowStream joined, RightSide side, int leftWidth, int rightWidth) {
    return new RowStream() {
      private @Nullable RowStream rest;

      @Override
      public @Nullable Object @Nullable [] next() {
        if (rest == null) {
          Object[] row = joined.next();
          if (row != null) {
            return row;
          }
          rest = side.rows().unmarked();
        }
        Object[] right = rest.next();
        if (right == null) {
          side.release();
          return null;
        }
        return JoinStream.concat(new Object[leftWidth], leftWidth, right, rightWidth);
      }
    };
  }

  /**
   * The right side of a join, read when the first left row needs it; it may be shared by all runs
   * of the join in a statement.
   */
  private static final class RightSide {
    private final Operator operator;
    private final boolean lasting;
    private final ExecutionContext context;
    private @Nullable RowBuffer rows;
    private boolean shared;

    RightSide(Operator operator, boolean lasting, ExecutionContext context) {
      this.operator = operator;
      this.lasting = lasting;
      this.context = context;
    }

    void release() {
      if (rows != null && !shared) {
        rows.release();
      }
    }

    private Optional<RowBuffer> tryForStatement() {
      return Optional.ofNullable(RowBuffer.tryForStatement(operator.open(context), context));
    }

    RowBuffer rows() {
      RowBuffer known = rows;
      if (known == null) {
        known = lasting ? context.computeOnce(operator, this::tryForStatement).orElse(null) : null;
        shared = known != null;
        if (known == null) {
          known = RowBuffer.of(operator.open(context), context);
        }
        rows = known;
      }
      return known;
    }
  }

  /** Reads all rows, charged to the memory of the statement. */
  public static List<@Nullable Object[]> read(Operator operator, ExecutionContext context) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    RowStream stream = operator.open(context);
    for (Object[] row = stream.next(); row != null; row = stream.next()) {
      context.charge(row);
      rows.add(row);
    }
    return rows;
  }

  private static MosqlException unsupported(JoinRelType type) {
    return SqlErrorMessage.CORRELATED_OUTER_JOIN.error(type);
  }
}

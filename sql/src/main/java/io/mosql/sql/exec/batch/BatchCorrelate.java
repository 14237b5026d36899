package io.mosql.sql.exec.batch;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.join.JoinCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Operator;
import java.util.Arrays;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexUtil;
import org.jspecify.annotations.Nullable;

/**
 * A lookup join, INNER, LEFT, SEMI or ANTI, of batches with a right side of rows, which is run for
 * each left row and read as far as the lookup join of rows reads it: for SEMI and ANTI up to the
 * first match. Immutable.
 */
final class BatchCorrelate implements BatchOperator {
  private final BatchOperator left;
  private final Operator right;
  private final JoinRelType type;
  private final ExpressionCompiler.@Nullable Predicate condition;
  private final int slot;
  private final int leftWidth;
  private final SqlType[] rightTypes;

  /**
   * Creates a join.
   *
   * @param condition over left and right fields; null for none
   * @param slot of the left row
   */
  BatchCorrelate(
      PlanNode.Correlate node,
      BatchOperator left,
      Operator right,
      ExpressionCompiler.@Nullable Predicate condition,
      int slot) {
    this.left = left;
    this.right = right;
    this.type = node.type();
    this.condition = condition;
    this.slot = slot;
    this.leftWidth = node.left().rowType().getFieldCount();
    this.rightTypes =
        node.right().rowType().getFieldList().stream()
            .map(field -> RelTypes.sqlType(field.getType()))
            .toArray(SqlType[]::new);
  }

  /** Whether batches can compute the join. */
  static boolean isSupported(PlanNode.Correlate node) {
    return switch (node.type()) {
      case INNER, LEFT, SEMI, ANTI ->
          BatchExpressionCompiler.isSupported(node.condition()) && isStable(node.right());
      default -> false;
    };
  }

  /** Whether it does not matter how many left rows are read before the operator runs. */
  private static boolean isStable(PlanNode node) {
    boolean stable = false;
    if (node instanceof PlanNode.TableScan scan) {
      stable =
          scan.locking() == null
              && (scan.filter() == null || RexUtil.isDeterministic(scan.filter()))
              && scan.bounds().values().stream().allMatch(RexUtil::isDeterministic);
    } else if (node instanceof PlanNode.Filter filter) {
      stable = RexUtil.isDeterministic(filter.condition());
    } else if (node instanceof PlanNode.Project project) {
      stable = project.expressions().stream().allMatch(RexUtil::isDeterministic);
    } else if (node instanceof PlanNode.Join join) {
      stable = join.condition() == null || RexUtil.isDeterministic(join.condition());
    } else if (node instanceof PlanNode.Correlate join) {
      stable = join.condition() == null || RexUtil.isDeterministic(join.condition());
    } else if (node instanceof PlanNode.Aggregate) {
      stable = true;
    }
    return stable && node.inputs().stream().allMatch(BatchCorrelate::isStable);
  }

  @Override
  public BatchStream open(ExecutionContext context) {
    BatchStream rows = left.open(context);
    return type.projectsRight() ? new Pairs(rows, context) : new Chosen(rows, context);
  }

  /** The right rows of the left row that is bound. */
  private JoinCompiler.PassThroughRows matches(
      @Nullable Object[] leftRow, ExecutionContext context) {
    context.correlate(slot, leftRow);
    return new JoinCompiler.PassThroughRows(right, context);
  }

  private boolean passes(
      @Nullable Object[] leftRow, @Nullable Object[] rightRow, ExecutionContext context) {
    context.step();
    if (condition == null) {
      return true;
    }
    Object[] joined = Arrays.copyOf(leftRow, leftWidth + rightTypes.length);
    System.arraycopy(rightRow, 0, joined, leftWidth, rightTypes.length);
    return condition.test(joined, context);
  }

  /** The left rows with a match, or without one. */
  private final class Chosen implements BatchStream {
    private final BatchStream rows;
    private final ExecutionContext context;

    Chosen(BatchStream rows, ExecutionContext context) {
      this.rows = rows;
      this.context = context;
    }

    @Override
    public @Nullable Batch next() {
      for (Batch batch = rows.next(); batch != null; batch = rows.next()) {
        int[] chosen = new int[batch.count()];
        int count = 0;
        for (int k = 0; k < batch.count(); k++) {
          int row = batch.rows()[k];
          if (isMatched(batch.row(row)) == (type == JoinRelType.SEMI)) {
            chosen[count++] = row;
          }
        }
        if (count > 0) {
          batch.select(chosen, count);
          return batch;
        }
      }
      return null;
    }

    private boolean isMatched(@Nullable Object[] leftRow) {
      JoinCompiler.PassThroughRows matches = matches(leftRow, context);
      try {
        for (Object[] row = matches.next(); row != null; row = matches.next()) {
          if (passes(leftRow, row, context)) {
            return true;
          }
        }
        return false;
      } finally {
        matches.release();
      }
    }
  }

  /** Left rows with their matches. */
  private final class Pairs implements BatchStream {
    private final BatchStream rows;
    private final ExecutionContext context;
    private @Nullable Batch from;

    /** Position among the selected rows of the left batch. */
    private int at;

    private @Nullable Object[] leftRow = {};
    private JoinCompiler.@Nullable PassThroughRows matches;
    private boolean matched;

    Pairs(BatchStream rows, ExecutionContext context) {
      this.rows = rows;
      this.context = context;
    }

    @Override
    public @Nullable Batch next() {
      while (true) {
        Batch batch = from;
        if (batch == null || at == batch.count()) {
          batch = rows.next();
          from = batch;
          at = 0;
          if (batch == null) {
            return null;
          }
        }
        Batch pairs = pairs(batch);
        if (pairs != null) {
          return pairs;
        }
      }
    }

    /** The next pairs of a left batch; null when there is none. */
    private @Nullable Batch pairs(Batch batch) {
      int[] lefts = new int[Batch.ROWS];
      Object[][] rights = new Object[Batch.ROWS][];
      int count = 0;
      while (count < Batch.ROWS && at < batch.count()) {
        int row = batch.rows()[at];
        if (matches == null) {
          leftRow = batch.row(row);
          matches = matches(leftRow, context);
          matched = false;
        }
        Object[] right = matches.next();
        if (right == null) {
          matches.release();
          matches = null;
          at++;
          if (matched || type != JoinRelType.LEFT) {
            continue;
          }
          right = new Object[rightTypes.length];
        } else if (!passes(leftRow, right, context)) {
          continue;
        }
        matched = true;
        lefts[count] = row;
        rights[count++] = right;
      }
      if (count == 0) {
        return null;
      }
      int size = count;
      return new Batch(
          leftWidth + rightTypes.length,
          size,
          (field, some, number) ->
              field < leftWidth
                  ? leftColumn(batch, field, lefts, some, number, size)
                  : BatchedRows.column(
                      rights,
                      field - leftWidth,
                      rightTypes[field - leftWidth],
                      some,
                      number,
                      size));
    }

    private static @Nullable Vector leftColumn(
        Batch batch, int field, int[] lefts, int[] some, int count, int capacity) {
      Vector column = batch.columnIfRead(field);
      return column == null ? null : VectorGather.of(column, lefts, some, count, capacity);
    }
  }
}

package io.mosql.sql.exec.join;

import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import io.mosql.sql.exec.spill.SpilledRows;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Mark join: returns each left row once, in order, with a mark behind its fields that tells whether
 * any right row matches: true, false or NULL ({@link MarkJoinTable}). The right side is read when
 * the first left row arrives. When it does not fit into memory, the left rows are written to a file
 * and compared with one part of the right rows after the other. Operands of the comparison are
 * evaluated only where there is a right row to compare with, as in PostgreSQL. Immutable.
 */
final class MarkJoinOperator {
  private final PlanNode.MarkJoin node;
  private final Operator left;
  private final Operator right;
  private final MarkJoinKeys keys;

  private MarkJoinOperator(
      PlanNode.MarkJoin node, Operator left, Operator right, MarkJoinKeys keys) {
    this.node = node;
    this.left = left;
    this.right = right;
    this.keys = keys;
  }

  static Operator compile(
      PlanNode.MarkJoin node, Operator left, Operator right, ExpressionCompiler expressions) {
    return new MarkJoinOperator(node, left, right, MarkJoinKeys.compile(node, expressions))::open;
  }

  /**
   * Compiles a mark join that runs the right side for each left row.
   *
   * @param comparison over left and right fields; null if each right row matches
   */
  static Operator correlate(
      PlanNode.Correlate node,
      Operator left,
      Operator right,
      int slot,
      @Nullable Expression comparison) {
    int leftWidth = node.left().rowType().getFieldCount();
    int rightWidth = node.right().rowType().getFieldCount();
    return context -> {
      RowStream rows = left.open(context);
      return () -> {
        Object[] row = rows.next();
        if (row == null) {
          return null;
        }
        context.correlate(slot, row);
        JoinCompiler.PassThroughRows matches = new JoinCompiler.PassThroughRows(right, context);
        Boolean mark = false;
        Object[] candidate = matches.next();
        while (candidate != null && !Boolean.TRUE.equals(mark)) {
          context.step();
          Object found =
              comparison == null
                  ? Boolean.TRUE
                  : comparison.evaluate(
                      JoinStream.concat(row, leftWidth, candidate, rightWidth), context);
          mark = Boolean.FALSE.equals(found) ? mark : (Boolean) found;
          candidate = Boolean.TRUE.equals(mark) ? null : matches.next();
        }
        matches.release();
        return marked(row, leftWidth, mark);
      };
    };
  }

  private static @Nullable Object[] marked(
      @Nullable Object[] row, int width, @Nullable Boolean mark) {
    Object[] wider = Arrays.copyOf(row, width + 1);
    wider[width] = mark;
    return wider;
  }

  private RowStream open(ExecutionContext context) {
    RowStream rows = left.open(context);
    return new RowStream() {
      private @Nullable RowStream joined;

      @Override
      public @Nullable Object @Nullable [] next() {
        RowStream stream = joined;
        if (stream == null) {
          Object[] first = rows.next();
          stream = first == null ? EMPTY : start(first, rows, context);
          joined = stream;
        }
        return stream.next();
      }
    };
  }

  private RowStream start(@Nullable Object[] first, RowStream rows, ExecutionContext context) {
    MarkJoinTable shared =
        node.materialized() ? context.computeOnce(this, () -> keep(context)).orElse(null) : null;
    if (shared != null) {
      return marked(first, rows, shared, false, context);
    }
    MarkJoinTable table = new MarkJoinTable(keys, context);
    RowStream rightRows = right.open(context);
    table.build(rightRows);
    return table.hasUnbuiltRows()
        ? inParts(first, rows, table, rightRows, context)
        : marked(first, rows, table, true, context);
  }

  /** Builds the right side for the statement; returns nothing when it takes too much memory. */
  private Optional<MarkJoinTable> keep(ExecutionContext context) {
    MarkJoinTable all = new MarkJoinTable(keys, context);
    return all.buildForStatement(right.open(context)) ? Optional.of(all) : Optional.empty();
  }

  private RowStream marked(
      @Nullable Object[] first,
      RowStream rows,
      MarkJoinTable table,
      boolean owned,
      ExecutionContext context) {
    int width = node.left().rowType().getFieldCount();
    return new RowStream() {
      private @Nullable Object @Nullable [] ahead = first;

      @Override
      public @Nullable Object @Nullable [] next() {
        Object[] row = ahead == null ? rows.next() : ahead;
        ahead = null;
        if (row == null) {
          if (owned) {
            table.release();
          }
          return null;
        }
        context.step();
        return marked(row, width, table.mark(row));
      }
    };
  }

  /** Marks the left rows by each part of the right rows that fits into memory. */
  private RowStream inParts(
      @Nullable Object[] first,
      RowStream rows,
      MarkJoinTable table,
      RowStream rightRows,
      ExecutionContext context) {
    SpilledRows leftRows = new SpilledRows(context);
    for (Object[] row = first; row != null; row = rows.next()) {
      leftRows.add(row);
    }
    leftRows.written();
    long bytes = 2L * leftRows.count() / Byte.SIZE;
    context.chargeBytes(bytes);
    BitSet matched = new BitSet();
    BitSet unknown = new BitSet();
    while (true) {
      RowStream again = leftRows.reopen();
      for (int i = 0; i < leftRows.count(); i++) {
        Object[] row = again.next();
        if (row != null && !matched.get(i)) {
          Boolean mark = table.mark(row);
          if (mark == null) {
            unknown.set(i);
          } else if (mark) {
            matched.set(i);
          }
        }
      }
      if (!table.hasUnbuiltRows()) {
        break;
      }
      table.release();
      table.build(rightRows);
    }
    table.release();
    int width = node.left().rowType().getFieldCount();
    RowStream again = leftRows.reopen();
    return new RowStream() {
      private int at;

      @Override
      public @Nullable Object @Nullable [] next() {
        Object[] row = again.next();
        if (row == null) {
          return null;
        }
        int number = at++;
        Boolean mark = matched.get(number) ? Boolean.TRUE : unknown.get(number) ? null : false;
        return marked(row, width, mark);
      }
    };
  }

  /** The compiled keys and conditions of a mark join. */
  record MarkJoinKeys(
      Expression[] leftGroup,
      Expression[] rightGroup,
      boolean[] groupPadded,
      Expression[] leftCompared,
      Expression[] rightCompared,
      boolean[] comparedPadded,
      ExpressionCompiler.@Nullable Predicate condition,
      @Nullable Expression comparison,
      boolean keyed,
      int leftWidth,
      int rightWidth) {

    private static MarkJoinKeys compile(PlanNode.MarkJoin node, ExpressionCompiler expressions) {
      int group = node.groupKeys();
      int all = node.leftKeys().size();
      boolean[] padded = new boolean[all];
      for (int i = 0; i < all; i++) {
        padded[i] =
            isChar(node.leftKeys().get(i).getType()) || isChar(node.rightKeys().get(i).getType());
      }
      RexNode compared = node.compared();
      int conjuncts =
          compared == null ? 0 : org.apache.calcite.plan.RelOptUtil.conjunctions(compared).size();
      return new MarkJoinKeys(
          expressions.compileAll(node.leftKeys().subList(0, group)),
          expressions.compileAll(node.rightKeys().subList(0, group)),
          Arrays.copyOf(padded, group),
          expressions.compileAll(node.leftKeys().subList(group, all)),
          expressions.compileAll(node.rightKeys().subList(group, all)),
          Arrays.copyOfRange(padded, group, all),
          node.condition() == null ? null : expressions.condition(node.condition()),
          compared == null ? null : expressions.compile(compared),
          conjuncts == all - group,
          node.left().rowType().getFieldCount(),
          node.right().rowType().getFieldCount());
    }

    private static boolean isChar(RelDataType type) {
      return type.getSqlTypeName() == SqlTypeName.CHAR;
    }

    /** Whether equal keys decide the mark, so that one row of each key is enough. */
    boolean isDecisive() {
      return condition == null && keyed;
    }
  }
}

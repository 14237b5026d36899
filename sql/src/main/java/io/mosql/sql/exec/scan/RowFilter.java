package io.mosql.sql.exec.scan;

import io.mosql.core.codec.RowSlice;
import io.mosql.core.error.InvariantViolation;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.UnreadColumn;
import io.mosql.sql.exec.table.RowDecoder;
import io.mosql.storage.transaction.RowPredicate;
import io.mosql.storage.transaction.TransactionReader;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Filters and decodes stored rows in stages: conditions on encoded fields are evaluated first; for
 * rows that pass, the columns of the other conditions are decoded; for rows that pass these too,
 * the remaining columns are decoded. Immutable.
 */
final class RowFilter {
  private final int width;
  private final List<FieldPredicate> conditions;
  private final Stages afterFields;
  private final Stages alone;

  /**
   * The evaluation of decoded columns.
   *
   * @param first decodes the columns of the conditions
   * @param rest decodes the remaining columns
   */
  private record Stages(ExpressionCompiler.Predicate holds, RowDecoder first, RowDecoder rest) {}

  /**
   * Compiles a filter.
   *
   * @param wanted columns of the rows that pass
   */
  RowFilter(
      TableDef table, @Nullable RexNode condition, ColumnSet wanted, ExpressionCompiler compiler) {
    this.width = table.columns().size();
    FieldPredicateCompiler fields = new FieldPredicateCompiler(table, compiler);
    List<FieldPredicate> known = new ArrayList<>();
    List<RexNode> others = new ArrayList<>();
    List<RexNode> all = condition == null ? List.of() : RelOptUtil.conjunctions(condition);
    for (RexNode one : all) {
      FieldPredicate field = fields.compile(one);
      if (field == null) {
        others.add(one);
      } else {
        known.add(field);
      }
    }
    this.conditions = List.copyOf(known);
    this.alone = stages(table, all, wanted, compiler);
    this.afterFields = known.isEmpty() ? alone : stages(table, others, wanted, compiler);
  }

  private static Stages stages(
      TableDef table, List<RexNode> all, ColumnSet wanted, ExpressionCompiler compiler) {
    ColumnSet looked = ColumnSet.NONE;
    for (RexNode one : all) {
      looked = looked.union(ExpressionCompiler.inputs(one));
    }
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (wanted.contains(i) && !looked.contains(i)) {
        rest.add(i);
      }
    }
    return new Stages(
        compiler.condition(all),
        new RowDecoder(table, looked),
        new RowDecoder(table, ColumnSet.of(rest.stream().mapToInt(Integer::intValue).toArray())));
  }

  Run open(ExecutionContext context) {
    return new Run(context);
  }

  /** The filter of one scan, applied to one row after another. Not thread-safe. */
  final class Run implements RowPredicate {
    private final ExecutionContext context;
    private final TransactionReader reads;
    private final RowSlice slice = new RowSlice();
    private BoundFieldPredicate @Nullable [] tests;
    private Stages stages = afterFields;

    /** Columns of the last row decoded; the array is reused when the row did not pass. */
    private @Nullable Object @Nullable [] values;

    private boolean passed;

    private Run(ExecutionContext context) {
      this.context = context;
      this.reads = context.reads();
    }

    @Override
    public boolean passes(byte[] bytes, int from, int to) {
      context.step();
      BoundFieldPredicate[] judged = tests == null ? bind() : tests;
      slice.set(bytes, from, to);
      for (BoundFieldPredicate test : judged) {
        if (!test.passes(slice)) {
          return false;
        }
      }
      Object[] decoded = values;
      if (decoded == null || passed) {
        decoded = UnreadColumn.row(width);
        values = decoded;
        passed = false;
      }
      stages.first.decodeInto(decoded, slice);
      stages.first.load(decoded, ColumnSet.ALL, reads);
      if (!stages.holds.test(decoded, context)) {
        return false;
      }
      stages.rest.decodeInto(decoded, slice);
      passed = true;
      return true;
    }

    private BoundFieldPredicate[] bind() {
      BoundFieldPredicate[] bound = FieldPredicateCompiler.bound(conditions, context);
      if (bound == null) {
        stages = alone;
        bound = new BoundFieldPredicate[0];
      }
      tests = bound;
      return bound;
    }

    /** The last row that passed, with its large values loaded. */
    @Nullable Object[] row() {
      Object[] row = values;
      if (row == null) {
        throw new InvariantViolation("a row is taken after one has passed the filter");
      }
      stages.rest.load(row, ColumnSet.ALL, reads);
      return row;
    }
  }
}

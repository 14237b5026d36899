package io.mosql.sql.exec.dml;

import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.storage.version.ColumnSet;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * The compiled RETURNING clause: expressions over a row of the table followed by the source row.
 * Immutable.
 */
final class ReturningProjection {
  private static final Object[] NO_ROW = {};

  private final int width;
  private final Expression[] expressions;
  private final ColumnSet columns;

  ReturningProjection(List<RexNode> expressions, TableDef table, ExpressionCompiler compiler) {
    this.width = table.columns().size();
    this.expressions = compiler.compileValues(expressions);
    ColumnSet inputs = ColumnSet.NONE;
    for (RexNode expression : expressions) {
      inputs = inputs.union(ExpressionCompiler.inputs(expression));
    }
    this.columns = OnConflictHandler.ordinalsBelow(inputs, width);
  }

  /** The projection of a statement that returns only a count. */
  static ReturningProjection none(TableDef table, ExpressionCompiler compiler) {
    return new ReturningProjection(List.of(), table, compiler);
  }

  boolean isEmpty() {
    return expressions.length == 0;
  }

  /** The columns of the table that the expressions read. */
  ColumnSet columns() {
    return columns;
  }

  /** Adds the result for a row without a source row. */
  void add(@Nullable Object[] row, ExecutionContext context) {
    add(row, NO_ROW, context);
  }

  /** Adds the result for a row. */
  void add(@Nullable Object[] row, @Nullable Object[] source, ExecutionContext context) {
    if (isEmpty()) {
      return;
    }
    Object[] both = new Object[width + source.length];
    System.arraycopy(row, 0, both, 0, width);
    System.arraycopy(source, 0, both, width, source.length);
    Object[] values = new Object[expressions.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = expressions[i].evaluate(both, context);
    }
    context.returnRow(values);
  }

  /** Adds the result for a row of which no column is read. */
  void addEmptyRow(@Nullable Object[] source, ExecutionContext context) {
    if (!isEmpty()) {
      add(new Object[width], source, context);
    }
  }
}

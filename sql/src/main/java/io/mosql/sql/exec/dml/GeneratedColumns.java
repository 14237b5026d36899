package io.mosql.sql.exec.dml;

import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.table.TableWriter;
import io.mosql.storage.version.ColumnSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Computes the generated columns of a table: all of them, or those that depend on changed columns.
 * No generated column depends on another, so their order is irrelevant. Immutable.
 */
final class GeneratedColumns {
  private final TableWriter writer;
  private final List<GeneratedColumn> formulas = new ArrayList<>();

  private record GeneratedColumn(int column, Expression value, ColumnSet inputs) {}

  /**
   * Compiles the generated columns.
   *
   * @param changed columns that change; null for a new row
   */
  GeneratedColumns(
      TableWriter writer, @Nullable BitSet changed, Catalog catalog, ExpressionCompiler compiler) {
    this.writer = writer;
    TableDef table = writer.table();
    for (int i = 0; i < table.columns().size(); i++) {
      ColumnDef column = table.columns().get(i);
      if (!column.generated() || column.virtual()) {
        continue;
      }
      RexNode value = compiler.formulas().generated(column, table, catalog);
      ColumnSet inputs = ExpressionCompiler.inputs(value);
      if (changed == null || changed.stream().anyMatch(inputs::contains)) {
        formulas.add(new GeneratedColumn(i, compiler.compile(value), inputs));
      }
    }
  }

  boolean isEmpty() {
    return formulas.isEmpty();
  }

  /** Indexes of the generated columns. */
  List<Integer> columns() {
    return formulas.stream().map(GeneratedColumn::column).toList();
  }

  /** The columns from which they are computed. */
  ColumnSet inputs() {
    ColumnSet inputs = ColumnSet.NONE;
    for (GeneratedColumn formula : formulas) {
      inputs = inputs.union(formula.inputs);
    }
    return inputs;
  }

  /**
   * Computes the generated columns in place.
   *
   * @throws io.mosql.core.error.MosqlException 23502, 22xxx
   */
  void fill(@Nullable Object[] row, ExecutionContext context) {
    for (GeneratedColumn formula : formulas) {
      row[formula.column] = writer.stored(formula.column, formula.value.evaluate(row, context));
    }
  }
}

package io.mosql.sql.exec.table;

import io.mosql.core.type.Coercion;
import io.mosql.sql.catalog.Catalog;
import io.mosql.sql.catalog.ColumnDef;
import io.mosql.sql.catalog.IndexDef;
import io.mosql.sql.catalog.KeyColumn;
import io.mosql.sql.catalog.TableDef;
import io.mosql.sql.exec.expression.CorrelationSlots;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.TableExpressionProvider;
import io.mosql.sql.exec.runtime.Expression;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The compiled expressions of one index: its key expressions and its partial-index predicate. They
 * depend on the row only. Immutable.
 */
final class CompiledIndexExpressions {
  /** The expressions of an index over columns. */
  static final CompiledIndexExpressions NONE = new CompiledIndexExpressions(Map.of());

  private final Map<Integer, IndexExpression> formulas;

  private record IndexExpression(ColumnDef column, Expression value) {}

  private CompiledIndexExpressions(Map<Integer, IndexExpression> formulas) {
    this.formulas = formulas;
  }

  static CompiledIndexExpressions of(
      TableDef table, IndexDef index, Catalog catalog, TableExpressionProvider planned) {
    BitSet virtual = new BitSet();
    columns(index).stream()
        .filter(column -> table.columns().get(column).virtual())
        .forEach(virtual::set);
    if (virtual.isEmpty()) {
      return NONE;
    }
    ExpressionCompiler compiler = new ExpressionCompiler(new CorrelationSlots(), planned);
    Map<Integer, IndexExpression> formulas = new HashMap<>();
    virtual.stream()
        .forEach(
            i -> {
              ColumnDef column = table.columns().get(i);
              Expression value = compiler.compile(planned.generated(column, table, catalog));
              formulas.put(i, new IndexExpression(column, value));
            });
    return new CompiledIndexExpressions(Map.copyOf(formulas));
  }

  /** The columns of the key and of the predicate. */
  private static BitSet columns(IndexDef index) {
    BitSet columns = new BitSet();
    for (KeyColumn column : index.columns()) {
      columns.set(column.column());
    }
    if (index.partial()) {
      columns.set(index.extent().filter());
    }
    return columns;
  }

  /** The columns of stored rows that determine the entry of a row. */
  static BitSet inputs(TableDef table, IndexDef index) {
    BitSet inputs = new BitSet();
    columns(index).stream().forEach(column -> table.stored(column).forEach(inputs::set));
    return inputs;
  }

  boolean isEmpty() {
    return formulas.isEmpty();
  }

  /**
   * Evaluates a key column.
   *
   * @throws io.mosql.core.error.MosqlException 22xxx where an expression fails
   */
  @Nullable Object value(int column, @Nullable Object[] row) {
    IndexExpression formula = formulas.get(column);
    if (formula == null) {
      return row[column];
    }
    Object value = evaluate(formula.value, row);
    return value == null ? null : Coercion.assign(value, formula.column.type());
  }

  @SuppressWarnings("NullAway") // functions that read the context are not allowed in an index
  private static @Nullable Object evaluate(Expression value, @Nullable Object[] row) {
    return value.evaluate(row, null);
  }
}

package io.mosql.sql.exec.dml;

import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The source rows of an INSERT whose parameter sets arrive as a stream. Each row is evaluated once.
 */
public final class StreamedInsertRows {
  private static final Object[] NO_INPUT = {};

  private StreamedInsertRows() {}

  /**
   * Compiles the source.
   *
   * @param tuple an expression for each column, without input
   * @param parameters values of the parameters, of the types of their columns
   */
  public static Operator of(
      List<RexNode> tuple, RowStream parameters, ExpressionCompiler expressions) {
    int width = tuple.size();
    int[] given = new int[width];
    @Nullable Expression[] made = new Expression[width];
    for (int i = 0; i < width; i++) {
      given[i] = parameter(tuple.get(i));
      made[i] = given[i] >= 0 ? null : expressions.compileValue(tuple.get(i));
    }
    return context ->
        () -> {
          Object[] values = parameters.next();
          if (values == null) {
            return null;
          }
          Object[] row = new Object[width];
          for (int i = 0; i < width; i++) {
            Expression expression = made[i];
            row[i] = expression == null ? values[given[i]] : expression.evaluate(NO_INPUT, context);
          }
          return row;
        };
  }

  /** The index of the parameter that the expression is, cast or not; -1 for another expression. */
  private static int parameter(RexNode expression) {
    if (expression instanceof RexDynamicParam parameter) {
      return parameter.getIndex();
    }
    return expression instanceof RexCall call && call.getKind() == SqlKind.CAST
        ? parameter(call.getOperands().get(0))
        : -1;
  }
}

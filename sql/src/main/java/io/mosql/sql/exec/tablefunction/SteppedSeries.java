package io.mosql.sql.exec.tablefunction;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.Interval;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.ValueOrder;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.Arithmetic;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.expression.IntervalArithmetic;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import java.math.BigDecimal;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * The rows of GENERATE_SERIES of timestamps by an interval, or of NUMERICs by a number; none where
 * an argument is NULL. Each value is one step after the previous one: with a step of a month, the
 * last day of January is followed by the 28th of February and the 28th of March. Not thread-safe.
 */
public final class SteppedSeries implements RowStream {
  private final ExecutionContext context;
  private final Expression following;
  private final boolean backwards;
  private final Object last;
  private @Nullable Object next;

  private SteppedSeries(
      ExecutionContext context,
      Expression following,
      boolean backwards,
      Object first,
      Object last) {
    this.context = context;
    this.following = following;
    this.backwards = backwards;
    this.next = first;
    this.last = last;
  }

  /** Whether the function is a series of values other than integers. */
  public static boolean isOne(PlanNode.FunctionScan node) {
    return !SqlTypeUtil.isIntType(node.rowType().getFieldList().get(0).getType());
  }

  public static Operator compile(PlanNode.FunctionScan node, ExpressionCompiler expressions) {
    SqlType type = RelTypes.sqlType(node.rowType().getFieldList().get(0).getType());
    boolean ofNumbers = type.kind() == TypeKind.NUMERIC;
    Expression first = bound(node.arguments().get(0), type, expressions);
    Expression last = bound(node.arguments().get(1), type, expressions);
    Expression step;
    if (!ofNumbers) {
      step = expressions.compile(node.arguments().get(2));
    } else if (node.arguments().size() > 2) {
      step = bound(node.arguments().get(2), type, expressions);
    } else {
      step = (row, context) -> BigDecimal.ONE;
    }
    Object none = ofNumbers ? BigDecimal.ZERO : Interval.ZERO;
    return context -> {
      Object from = first.evaluate(new Object[0], context);
      Object to = last.evaluate(new Object[0], context);
      Object by = step.evaluate(new Object[0], context);
      if (from == null || to == null || by == null) {
        return RowStream.EMPTY;
      }
      int direction = ValueOrder.compare(by, none);
      if (direction == 0) {
        throw SqlErrorMessage.SERIES_STEP_ZERO.error();
      }
      Expression current = (row, c) -> row[0];
      Expression following =
          ofNumbers
              ? Arithmetic.binary(Arithmetic.Operation.PLUS, type, current, (row, c) -> by)
              : IntervalArithmetic.shifted(type, current, (row, c) -> by, false);
      return new SteppedSeries(context, following, direction < 0, from, to);
    };
  }

  /** Compiles a bound; a date is converted to the timestamp of its beginning. */
  private static Expression bound(RexNode node, SqlType type, ExpressionCompiler expressions) {
    if (node.getType().getSqlTypeName() == SqlTypeName.NULL) {
      return (row, context) -> null;
    }
    SqlType from = RelTypes.sqlType(node.getType());
    Expression value = expressions.compile(node);
    return (row, context) ->
        Coercion.cast(value.evaluate(row, context), from, type, context.session().zone());
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    context.step();
    Object current = next;
    int order = current == null ? 0 : ValueOrder.compare(current, last);
    if (current == null || (backwards ? order < 0 : order > 0)) {
      next = null;
      return null;
    }
    Object[] row = {current};
    next = order == 0 ? null : following.evaluate(row, context);
    return row;
  }
}

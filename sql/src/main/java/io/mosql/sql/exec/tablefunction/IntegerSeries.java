package io.mosql.sql.exec.tablefunction;

import io.mosql.core.type.SqlType;
import io.mosql.sql.algebra.PlanNode;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.exec.expression.ExpressionCompiler;
import io.mosql.sql.exec.runtime.ExecutionContext;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.exec.runtime.Operator;
import io.mosql.sql.exec.runtime.RowStream;
import org.jspecify.annotations.Nullable;

/** The rows of GENERATE_SERIES of integers; none where a bound is NULL. Not thread-safe. */
public final class IntegerSeries implements RowStream {
  private final ExecutionContext context;
  private final SqlType type;
  private final long last;
  private final long step;
  private long next;
  private boolean done;

  private IntegerSeries(ExecutionContext context, SqlType type, long first, long last, long step) {
    this.context = context;
    this.type = type;
    this.next = first;
    this.last = last;
    this.step = step;
  }

  public static Operator compile(PlanNode.FunctionScan node, Expression[] arguments) {
    SqlType type = RelTypes.sqlType(node.rowType().getFieldList().get(0).getType());
    return context -> {
      long[] values = {0, 0, 1};
      for (int i = 0; i < arguments.length; i++) {
        Object value = arguments[i].evaluate(new Object[0], context);
        if (value == null) {
          return RowStream.EMPTY;
        }
        values[i] = ((Number) value).longValue();
      }
      if (values[2] == 0) {
        throw SqlErrorMessage.SERIES_STEP_ZERO.error();
      }
      return new IntegerSeries(context, type, values[0], values[1], values[2]);
    };
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    context.step();
    if (done || (step > 0 ? next > last : next < last)) {
      return null;
    }
    Object[] row = {ExpressionCompiler.aligned(next, type)};
    long following = next + step;
    // beyond the range of a long
    done = step > 0 ? following < next : following > next;
    next = following;
    return row;
  }
}

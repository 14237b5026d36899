package io.mosql.sql.exec;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.SqlType;
import io.mosql.sql.plan.PlanNode;
import io.mosql.sql.plan.RelTypes;
import org.jspecify.annotations.Nullable;

/** Integers from one to another, as they are asked for; none where a bound is NULL. */
final class Series implements RowStream {
  private final ExecutionContext context;
  private final SqlType type;
  private final long last;
  private final long step;
  private long next;
  private boolean done;

  private Series(ExecutionContext context, SqlType type, long first, long last, long step) {
    this.context = context;
    this.type = type;
    this.next = first;
    this.last = last;
    this.step = step;
  }

  static Operator compile(PlanNode.Series node, Expression[] arguments) {
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
        throw new MosqlException(SqlState.INVALID_PARAMETER, "step size cannot equal zero");
      }
      return new Series(context, type, values[0], values[1], values[2]);
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
    // past the largest number there is
    done = step > 0 ? following < next : following > next;
    next = following;
    return row;
  }
}

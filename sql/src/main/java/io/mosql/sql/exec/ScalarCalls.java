package io.mosql.sql.exec;

import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.function.ScalarFunction;
import io.mosql.sql.plan.RelTypes;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Calls of {@link ScalarFunction}s as closures. */
final class ScalarCalls {
  private ScalarCalls() {}

  static Expression compile(
      ScalarFunction function, List<RexNode> operands, Expression[] arguments) {
    SqlType[] types =
        operands.stream()
            .map(operand -> RelTypes.sqlType(operand.getType()))
            .toArray(SqlType[]::new);
    for (int i = 0; i < types.length; i++) {
      SqlType wanted =
          types[i].kind() == TypeKind.TIMESTAMPTZ ? function.argumentWithoutZone(i) : null;
      if (wanted != null) {
        arguments[i] = inZone(arguments[i], wanted);
        types[i] = wanted;
      }
    }
    boolean strict = function.isStrict();
    return (row, context) -> {
      @Nullable Object[] values = new Object[arguments.length];
      for (int i = 0; i < values.length; i++) {
        Object value = arguments[i].evaluate(row, context);
        if (value != null) {
          values[i] = function.argument(i, value, types[i]);
        } else if (strict) {
          return null;
        }
      }
      return function.apply(values);
    };
  }

  /** A moment as a value of a type without zone. */
  private static Expression inZone(Expression moment, SqlType wanted) {
    return (row, context) ->
        Coercion.cast(
            moment.evaluate(row, context), SqlType.TIMESTAMPTZ, wanted, context.session().zone());
  }
}

package io.mosql.sql.exec.expression;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.JsonType;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.algebra.RexLiteralValues;
import io.mosql.sql.exec.runtime.Expression;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.json.JsonItems;
import java.util.List;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Compiles calls of {@link ScalarFunction}s. */
public final class ScalarFunctionCalls {
  private ScalarFunctionCalls() {}

  public static Expression compile(
      ScalarFunction function, List<RexNode> operands, Expression[] arguments) {
    SqlType[] types =
        operands.stream()
            .map(operand -> RelTypes.sqlType(operand.getType()))
            .toArray(SqlType[]::new);
    for (int i = 0; i < types.length; i++) {
      SqlType wanted = types[i].isZoned() ? function.argumentWithoutZone(i) : null;
      if (wanted != null && function.isJsonItem(i)) {
        arguments[i] = jsonInZone(arguments[i]);
        types[i] = wanted;
      } else if (wanted != null && types[i].kind() == TypeKind.TIMESTAMPTZ) {
        arguments[i] = inZone(arguments[i], wanted);
        types[i] = wanted;
      }
    }
    boolean[] json = new boolean[types.length];
    @Nullable Object[] known = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      json[i] = JsonType.is(operands.get(i).getType());
      known[i] = known(function, i, operands.get(i), json[i]);
    }
    boolean strict = function.isStrict();
    boolean asGiven = function.takesAnyValues();
    int zone = function.takesZone() ? 1 : 0;
    return (row, context) -> {
      @Nullable Object[] values = new Object[arguments.length + zone];
      boolean nulls = false;
      for (int i = 0; i < arguments.length; i++) {
        if (known[i] != null) {
          values[i] = known[i];
          continue;
        }
        Object value = arguments[i].evaluate(row, context);
        if (value != null) {
          values[i] = asGiven ? value : function.argument(i, value, types[i], json[i]);
        } else {
          nulls = true;
        }
      }
      if (zone > 0) {
        values[arguments.length] = context.session().zone();
      }
      return nulls && strict ? null : function.apply(values, types.length == 0 ? null : types[0]);
    };
  }

  /**
   * The parsed argument of a text literal, so that paths and patterns are parsed once. Null for an
   * argument that is evaluated for each row; an invalid literal is an error of the rows, if there
   * are any.
   */
  private static @Nullable Object known(
      ScalarFunction function, int index, RexNode operand, boolean json) {
    if (function.takesAnyValues()
        || !(operand instanceof RexLiteral literal)
        || !(RexLiteralValues.value(literal) instanceof String text)) {
      return null;
    }
    try {
      return function.argument(index, text, RelTypes.sqlType(operand.getType()), json);
    } catch (MosqlException e) {
      return null;
    }
  }

  /** Compiles the conversion of a TIMESTAMPTZ to a type without time zone. */
  private static Expression inZone(Expression moment, SqlType wanted) {
    return (row, context) ->
        Coercion.cast(
            moment.evaluate(row, context), SqlType.TIMESTAMPTZ, wanted, context.session().zone());
  }

  /** Compiles the conversion of a TIMESTAMPTZ, or an array of them, to what JSON has for it. */
  private static Expression jsonInZone(Expression moment) {
    return (row, context) ->
        JsonItems.inZone(moment.evaluate(row, context), context.session().zone());
  }
}

package io.mosql.sql.exec.expression;

import static io.mosql.sql.exec.expression.FunctionCompiler.integer;
import static io.mosql.sql.exec.expression.FunctionCompiler.strict;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.runtime.Expression;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Functions of numbers. Results are brought to the type that the planner derived. */
final class MathFunctions {
  private MathFunctions() {}

  static @Nullable Expression compile(String name, SqlType type, Expression[] operands) {
    return switch (name) {
      case "ABS" -> strict(operands, v -> Arithmetic.absolute(type, (Number) v[0]));
      case "SIGN" ->
          strict(
              operands,
              v -> Coercion.bind(Integer.signum(ValueComparisons.compare(v[0], 0)), type));
      case "FLOOR" -> rounded(operands, type, RoundingMode.FLOOR);
      case "CEIL", "CEILING" -> rounded(operands, type, RoundingMode.CEILING);
      case "ROUND" -> rounded(operands, type, RoundingMode.HALF_UP);
      case "TRUNCATE" -> rounded(operands, type, RoundingMode.DOWN);
      case "MOD" -> Arithmetic.binary(Arithmetic.Operation.MOD, type, operands[0], operands[1]);
      default -> null;
    };
  }

  private static Expression rounded(Expression[] operands, SqlType type, RoundingMode mode) {
    return strict(
        operands,
        v -> {
          int digits = v.length > 1 ? integer(v[1]) : 0;
          if (v[0] instanceof Integer || v[0] instanceof Long) {
            if (digits >= 0) {
              return Coercion.bind(v[0], type);
            }
          } else if ((v[0] instanceof Double || v[0] instanceof Float)
              && !Double.isFinite(((Number) v[0]).doubleValue())) {
            return Coercion.bind(v[0], type);
          } else if (v.length == 1 && (v[0] instanceof Double || v[0] instanceof Float)) {
            return Coercion.bind(whole(((Number) v[0]).doubleValue(), mode), type);
          }
          if (Math.abs(digits) > 1_000) {
            throw new MosqlException(SqlState.NUMBER_OUT_OF_RANGE, "argument out of range");
          }
          BigDecimal exact = Arithmetic.decimal((Number) v[0]).setScale(digits, mode);
          return Coercion.bind(exact, type);
        });
  }

  /**
   * A binary number without fraction, and with its sign if it is 0. HALF_UP is the nearest one as a
   * cast to an integer has it: of two that are as near, the even one.
   */
  private static double whole(double value, RoundingMode mode) {
    return switch (mode) {
      case FLOOR -> Math.floor(value);
      case CEILING -> Math.ceil(value);
      case DOWN -> value < 0 ? Math.ceil(value) : Math.floor(value);
      default -> Math.rint(value);
    };
  }
}

package io.mosql.sql.exec;

import static io.mosql.sql.exec.Functions.integer;
import static io.mosql.sql.exec.Functions.strict;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Functions of numbers. Results are brought to the type that the planner derived. */
final class MathFunctions {
  private MathFunctions() {}

  static @Nullable Expression compile(String name, SqlType type, Expression[] operands) {
    return switch (name) {
      case "ABS" ->
          strict(
              operands,
              v ->
                  Comparisons.compare(v[0], 0) < 0
                      ? Arithmetic.apply(Arithmetic.Operation.MINUS, type, 0, (Number) v[0])
                      : v[0]);
      case "SIGN" ->
          strict(operands, v -> Coercion.bind(Integer.signum(Comparisons.compare(v[0], 0)), type));
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
          } else if (v.length == 1
              && mode == RoundingMode.HALF_UP
              && (v[0] instanceof Double || v[0] instanceof Float)) {
            // as a cast to an integer rounds binary numbers: of two that are as near, the even one
            return Coercion.bind(Math.rint(((Number) v[0]).doubleValue()), type);
          }
          if (Math.abs(digits) > 1_000) {
            throw new MosqlException(SqlState.NUMBER_OUT_OF_RANGE, "argument out of range");
          }
          BigDecimal exact = Arithmetic.decimal((Number) v[0]).setScale(digits, mode);
          return Coercion.bind(exact, type);
        });
  }
}

package io.mosql.sql.exec;

import static io.mosql.sql.exec.Functions.integer;
import static io.mosql.sql.exec.Functions.strict;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.function.DoubleUnaryOperator;
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
      case "TRUNCATE", "TRUNC" -> rounded(operands, type, RoundingMode.DOWN);
      case "MOD" -> Arithmetic.binary(Arithmetic.Operation.MOD, type, operands[0], operands[1]);
      case "POWER", "POW" ->
          strict(operands, v -> result(Math.pow(number(v[0]), number(v[1])), type));
      case "SQRT" -> real(operands, type, Math::sqrt);
      case "EXP" -> real(operands, type, Math::exp);
      case "LN" -> real(operands, type, Math::log);
      case "LOG10" -> real(operands, type, Math::log10);
      case "SIN" -> real(operands, type, Math::sin);
      case "COS" -> real(operands, type, Math::cos);
      case "TAN" -> real(operands, type, Math::tan);
      case "ASIN" -> real(operands, type, Math::asin);
      case "ACOS" -> real(operands, type, Math::acos);
      case "ATAN" -> real(operands, type, Math::atan);
      case "ATAN2" -> strict(operands, v -> result(Math.atan2(number(v[0]), number(v[1])), type));
      case "DEGREES" -> real(operands, type, Math::toDegrees);
      case "RADIANS" -> real(operands, type, Math::toRadians);
      case "PI" -> (row, context) -> Math.PI;
      default -> null;
    };
  }

  private static Expression real(
      Expression[] operands, SqlType type, DoubleUnaryOperator function) {
    return strict(operands, v -> result(function.applyAsDouble(number(v[0])), type));
  }

  private static @Nullable Object result(double value, SqlType type) {
    if (Double.isNaN(value)) {
      throw new MosqlException(SqlState.NUMBER_OUT_OF_RANGE, "argument out of range");
    }
    return Coercion.bind(value, type);
  }

  private static double number(Object value) {
    return ((Number) value).doubleValue();
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
          } else if (v[0] instanceof Double value && (value.isNaN() || value.isInfinite())) {
            return value;
          }
          if (Math.abs(digits) > 1_000) {
            throw new MosqlException(SqlState.NUMBER_OUT_OF_RANGE, "argument out of range");
          }
          BigDecimal exact = Arithmetic.decimal((Number) v[0]).setScale(digits, mode);
          return Coercion.bind(exact, type);
        });
  }
}

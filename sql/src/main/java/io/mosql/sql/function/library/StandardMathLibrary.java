package io.mosql.sql.function.library;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.algebra.RelTypes;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.function.LongBinaryOperator;
import org.apache.calcite.rex.RexCall;
import org.jspecify.annotations.Nullable;

/**
 * Numeric functions of the SQL standard, and the bitwise operators. Results are converted to the
 * type that the planner derived.
 */
public final class StandardMathLibrary {
  private StandardMathLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.typed("ABS", StandardMathLibrary::absolute);
    all.typed("SIGN", StandardMathLibrary::sign);
    all.typed("FLOOR", call -> rounded(call, RoundingMode.FLOOR));
    all.typed("CEIL,CEILING", call -> rounded(call, RoundingMode.CEILING));
    all.typed("ROUND", call -> rounded(call, RoundingMode.HALF_UP));
    all.typed("TRUNCATE", call -> rounded(call, RoundingMode.DOWN));
    all.typed("EXCLUSIVE OR", call -> v -> !Objects.equals(v[0], v[1]));
    all.typed("BITWISE AND", call -> bits(call, (x, y) -> x & y));
    all.typed("BITWISE OR", call -> bits(call, (x, y) -> x | y));
    all.typed("BITWISE XOR", call -> bits(call, (x, y) -> x ^ y));
    all.typed("BITWISE NOT", call -> bits(call, (x, y) -> ~x));
    all.typed("BITWISE SHIFT LEFT", call -> shifted(call, (x, y) -> x << y));
    all.typed("BITWISE SHIFT RIGHT", call -> shifted(call, (x, y) -> x >> y));
  }

  /** A count argument; values outside the range of int are clamped. */
  static int integer(@Nullable Object[] v, int index) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, whole(v, index)));
  }

  /** An optional argument with its default. */
  static long integer(@Nullable Object[] v, int index, long otherwise) {
    return index < v.length ? integer(v, index) : otherwise;
  }

  private static long whole(@Nullable Object[] v, int index) {
    return number(v, index).longValue();
  }

  private static Number number(@Nullable Object[] v, int index) {
    return (Number) Objects.requireNonNull(v[index]);
  }

  private static SqlType type(RexCall call) {
    return RelTypes.sqlType(call.getType());
  }

  private static ScalarFunction.Body absolute(RexCall call) {
    SqlType type = type(call);
    return v -> {
      Number number = number(v, 0);
      return switch (type.kind()) {
        case REAL -> Math.abs(number.floatValue());
        case DOUBLE -> Math.abs(number.doubleValue());
        case DECIMAL, NUMERIC -> MathLibrary.exact(v, 0).abs();
        default -> {
          long absolute = Math.abs(number.longValue());
          if (absolute < 0) {
            throw CoreErrorMessage.VALUE_OUT_OF_RANGE.error(type);
          }
          yield absolute == number.longValue() ? number : Coercion.bind(absolute, type);
        }
      };
    };
  }

  private static ScalarFunction.Body sign(RexCall call) {
    SqlType type = type(call);
    return v -> Coercion.bind(signum(number(v, 0)), type);
  }

  /** The sign; NaN is greater than all numbers. */
  private static int signum(Number number) {
    if (number instanceof BigDecimal exact) {
      return exact.signum();
    }
    return isBinary(number)
        ? number.doubleValue() < 0 ? -1 : number.doubleValue() == 0 ? 0 : 1
        : Long.signum(number.longValue());
  }

  private static boolean isBinary(Number number) {
    return number instanceof Double || number instanceof Float;
  }

  private static ScalarFunction.Body rounded(RexCall call, RoundingMode mode) {
    SqlType type = type(call);
    return v -> {
      Number number = number(v, 0);
      int digits = v.length > 1 ? integer(v, 1) : 0;
      if (isBinary(number)) {
        if (!Double.isFinite(number.doubleValue())) {
          return Coercion.bind(number, type);
        }
        if (v.length == 1) {
          return Coercion.bind(whole(number.doubleValue(), mode), type);
        }
      } else if (digits >= 0 && !(number instanceof BigDecimal)) {
        return Coercion.bind(number, type);
      }
      if (Math.abs(digits) > 1_000) {
        throw SqlErrorMessage.ARGUMENT_OUT_OF_RANGE.error();
      }
      return Coercion.bind(MathLibrary.exact(v, 0).setScale(digits, mode), type);
    };
  }

  /**
   * Rounds a binary number to a whole one and keeps the sign of 0. HALF_UP rounds to the nearest as
   * a cast to an integer does: ties go to the even number.
   */
  private static double whole(double value, RoundingMode mode) {
    return switch (mode) {
      case FLOOR -> Math.floor(value);
      case CEILING -> Math.ceil(value);
      case DOWN -> value < 0 ? Math.ceil(value) : Math.floor(value);
      default -> Math.rint(value);
    };
  }

  /** A bitwise operator in two's complement of the type's width. */
  private static ScalarFunction.Body bits(RexCall call, LongBinaryOperator operator) {
    TypeKind kind = type(call).kind();
    return v -> {
      long bits = operator.applyAsLong(whole(v, 0), v.length > 1 ? whole(v, 1) : 0);
      return kind == TypeKind.BIGINT
          ? (Object) bits
          : (Object) (kind == TypeKind.SMALLINT ? (short) bits : (int) bits);
    };
  }

  /**
   * A shift operator: only the lowest five bits of the distance count, six for BIGINT, as in
   * PostgreSQL.
   */
  private static ScalarFunction.Body shifted(RexCall call, LongBinaryOperator operator) {
    int mask = type(call).kind() == TypeKind.BIGINT ? Long.SIZE - 1 : Integer.SIZE - 1;
    return bits(call, (x, places) -> operator.applyAsLong(x, places & mask));
  }
}

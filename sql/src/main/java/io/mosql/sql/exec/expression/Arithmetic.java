package io.mosql.sql.exec.expression;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.InvariantViolation;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Numerics;
import io.mosql.core.type.SqlType;
import io.mosql.core.type.TypeKind;
import io.mosql.sql.exec.runtime.Expression;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Arithmetic of the SQL standard: an overflow is an error (22003), and so is a division by zero
 * (22012). Pure.
 */
public final class Arithmetic {
  private static final SqlType WIDE = SqlType.decimal(SqlType.MAX_DECIMAL_PRECISION, 0);

  private Arithmetic() {}

  /** An operator of two numbers. */
  public enum Operation {
    PLUS,
    MINUS,
    TIMES,
    DIVIDE,
    MOD
  }

  /** Compiles {@code a op b} with a result of the given type; both sides are evaluated. */
  public static Expression binary(Operation operation, SqlType type, Expression a, Expression b) {
    return (row, context) -> {
      Object x = a.evaluate(row, context);
      Object y = b.evaluate(row, context);
      return x == null || y == null ? null : apply(operation, type, (Number) x, (Number) y);
    };
  }

  static Expression negate(SqlType type, Expression a) {
    return (row, context) -> {
      Object x = a.evaluate(row, context);
      return x == null ? null : negated(type, (Number) x);
    };
  }

  /** The negated number; a binary number may be a negative zero. */
  private static Object negated(SqlType type, Number x) {
    return switch (type.kind()) {
      case REAL -> -x.floatValue();
      case DOUBLE -> -x.doubleValue();
      default -> apply(Operation.MINUS, type, 0, x);
    };
  }

  /** The result, of the carrier class of the type. */
  static Object apply(Operation operation, SqlType type, Number x, Number y) {
    boolean wide = !(isLong(x) && isLong(y));
    return switch (type.kind()) {
      // such as DECIMAL % INTEGER, an INTEGER: the operands may be beyond 64 bits
      case SMALLINT, INTEGER, BIGINT ->
          wide
              ? whole(decimals(operation, decimal(x), decimal(y), WIDE), type)
              : whole(integers(operation, x.longValue(), y.longValue(), type), type);
      case DECIMAL -> decimals(operation, decimal(x), decimal(y), type);
      case NUMERIC -> numerics(operation, decimal(x), decimal(y));
      case REAL -> (float) bounded(operation, x.doubleValue(), y.doubleValue(), type);
      case DOUBLE -> bounded(operation, x.doubleValue(), y.doubleValue(), type);
      default -> throw new InvariantViolation("arithmetic is of numbers, found type " + type);
    };
  }

  private static boolean isLong(Number number) {
    return number instanceof Integer || number instanceof Long;
  }

  /** An integer as the carrier of its type. */
  private static Object whole(Object value, SqlType type) {
    if (value instanceof BigDecimal) {
      return java.util.Objects.requireNonNull(Coercion.bind(value, type));
    }
    long number = (Long) value;
    return type.kind() == TypeKind.BIGINT ? (Object) number : (Object) (int) bounded(number, type);
  }

  private static long integers(Operation operation, long x, long y, SqlType type) {
    try {
      return switch (operation) {
        case PLUS -> Math.addExact(x, y);
        case MINUS -> Math.subtractExact(x, y);
        case TIMES -> Math.multiplyExact(x, y);
        case DIVIDE -> {
          if (y == 0) {
            throw divisionByZero();
          }
          if (x == Long.MIN_VALUE && y == -1) {
            throw outOfRange(type);
          }
          yield x / y;
        }
        case MOD -> {
          if (y == 0) {
            throw divisionByZero();
          }
          yield x % y;
        }
      };
    } catch (ArithmeticException e) {
      throw outOfRange(type);
    }
  }

  private static long bounded(long value, SqlType type) {
    boolean fits = type.kind() == TypeKind.SMALLINT ? value == (short) value : value == (int) value;
    if (!fits) {
      throw outOfRange(type);
    }
    return value;
  }

  private static BigDecimal exact(Operation operation, BigDecimal x, BigDecimal y) {
    if (y.signum() == 0 && (operation == Operation.DIVIDE || operation == Operation.MOD)) {
      throw divisionByZero();
    }
    return switch (operation) {
      case PLUS -> x.add(y);
      case MINUS -> x.subtract(y);
      case TIMES -> x.multiply(y);
      case DIVIDE -> Numerics.quotient(x, y);
      case MOD -> x.remainder(y);
    };
  }

  private static BigDecimal numerics(Operation operation, BigDecimal x, BigDecimal y) {
    BigDecimal result = exact(operation, x, y);
    int scale = Math.max(x.scale(), y.scale());
    return Numerics.fit(
        operation == Operation.MOD && result.scale() < scale ? result.setScale(scale) : result);
  }

  private static BigDecimal decimals(
      Operation operation, BigDecimal x, BigDecimal y, SqlType type) {
    BigDecimal result = exact(operation, x, y);
    if (result.scale() != type.scale()) {
      result = result.setScale(type.scale(), RoundingMode.HALF_UP);
    }
    if (result.precision() > type.precision()) {
      throw outOfRange(type);
    }
    return result;
  }

  private static double doubles(Operation operation, double x, double y) {
    if (y == 0
        && !Double.isNaN(x)
        && (operation == Operation.DIVIDE || operation == Operation.MOD)) {
      throw divisionByZero();
    }
    return switch (operation) {
      case PLUS -> x + y;
      case MINUS -> x - y;
      case TIMES -> x * y;
      case DIVIDE -> x / y;
      case MOD -> x % y;
    };
  }

  /** Checks that finite operands have a finite result. */
  private static double bounded(Operation operation, double x, double y, SqlType type) {
    double value = doubles(operation, x, y);
    boolean infinite =
        Double.isInfinite(value) || type.kind() == TypeKind.REAL && Float.isInfinite((float) value);
    if (infinite && !Double.isInfinite(x) && !Double.isInfinite(y)) {
      throw outOfRange(type);
    }
    return value;
  }

  /** A number as a decimal; exact for integers and decimals. */
  public static BigDecimal decimal(Number number) {
    if (number instanceof BigDecimal exact) {
      return exact;
    }
    if (number instanceof Integer || number instanceof Long) {
      return BigDecimal.valueOf(number.longValue());
    }
    if (number instanceof BigInteger big) {
      return new BigDecimal(big);
    }
    return new BigDecimal(number.toString());
  }

  static MosqlException outOfRange(SqlType type) {
    return CoreErrorMessage.VALUE_OUT_OF_RANGE.error(type);
  }

  static MosqlException divisionByZero() {
    return CoreErrorMessage.DIVISION_BY_ZERO.error();
  }
}

package io.mosql.sql.exec.scan;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.SqlType;
import io.mosql.sql.exec.expression.Arithmetic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Rounds numbers to the type of a key column so that the bounds select the same keys. Where the
 * type cannot represent a number, the next lower value bounds the same keys: an integer column is
 * below 103.4 exactly where it is at most 103. Pure.
 */
final class KeyNumberRounding {
  private KeyNumberRounding() {}

  /**
   * The greatest number of the type at or below a number; null when all numbers of the type are
   * greater. NaN is greater than all.
   */
  static @Nullable Object floorInType(Number number, SqlType type) {
    return switch (type.kind()) {
      case SMALLINT -> {
        Long whole = whole(number, Short.MIN_VALUE, Short.MAX_VALUE);
        yield whole == null ? null : (Object) whole.intValue();
      }
      case INTEGER -> {
        Long whole =
            number instanceof Integer ? null : whole(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
        yield number instanceof Integer ? number : whole == null ? null : (Object) whole.intValue();
      }
      case BIGINT ->
          number instanceof Long ? number : whole(number, Long.MIN_VALUE, Long.MAX_VALUE);
      case DECIMAL -> decimal(number, type);
      case NUMERIC -> Arithmetic.decimal(number);
      case REAL -> {
        float near = number.floatValue();
        yield near > number.doubleValue() ? (Object) Math.nextDown(near) : (Object) near;
      }
      case DOUBLE -> number.doubleValue();
      default ->
          throw new InvariantViolation(
              "a rounded key column is of a type of numbers, found " + type);
    };
  }

  private static @Nullable Long whole(Number number, long min, long max) {
    if (number instanceof Integer || number instanceof Long) {
      long whole = number.longValue();
      return whole < min ? null : (Long) Math.min(whole, max);
    }
    BigDecimal floor = floor(number, 0, BigDecimal.valueOf(min), BigDecimal.valueOf(max));
    return floor == null ? null : (Long) floor.longValueExact();
  }

  private static @Nullable BigDecimal decimal(Number number, SqlType type) {
    if (number instanceof BigDecimal decimal
        && decimal.scale() == type.scale()
        && decimal.precision() <= type.precision()) {
      return decimal;
    }
    BigDecimal max =
        new BigDecimal(BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE), type.scale());
    return floor(number, type.scale(), max.negate(), max);
  }

  private static @Nullable BigDecimal floor(
      Number number, int scale, BigDecimal min, BigDecimal max) {
    if (number instanceof Double || number instanceof Float) {
      double value = number.doubleValue();
      if (Double.isNaN(value) || value == Double.POSITIVE_INFINITY) {
        return max;
      }
      if (value == Double.NEGATIVE_INFINITY) {
        return null;
      }
    }
    BigDecimal exact = exact(number, scale);
    if (exact.compareTo(min) < 0) {
      return null;
    }
    return exact.compareTo(max) >= 0 ? max : exact.setScale(scale, RoundingMode.FLOOR);
  }

  /** The number of the given scale that, converted to a double, equals the double. */
  private static BigDecimal exact(Number number, int scale) {
    if (!(number instanceof Double || number instanceof Float)) {
      return Arithmetic.decimal(number);
    }
    double value = number.doubleValue();
    BigDecimal exact = new BigDecimal(value);
    BigDecimal near = exact.setScale(scale, RoundingMode.HALF_EVEN);
    return near.doubleValue() == value ? near : exact;
  }
}

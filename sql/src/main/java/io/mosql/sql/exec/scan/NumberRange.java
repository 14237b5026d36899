package io.mosql.sql.exec.scan;

import io.mosql.core.error.InvariantViolation;
import io.mosql.core.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The range of integers for which a comparison with a constant is true. Immutable.
 *
 * @param low the least one; greater than {@code high} when the range is empty
 * @param outside whether the range consists of the integers below {@code low} and above {@code
 *     high}
 */
record NumberRange(long low, long high, boolean outside) {
  /** Maximum number of bits of unscaled decimals that are compared as longs. */
  private static final int DECIMAL_BITS = 62;

  boolean has(long value) {
    return (value >= low && value <= high) != outside;
  }

  /** Returns the range of {@code value kind constant}. */
  static NumberRange of(SqlKind kind, long constant) {
    return of(kind, constant, true);
  }

  /**
   * Returns the range for unscaled values of a scale.
   *
   * @return null when the constant is too large for a range of longs
   */
  static @Nullable NumberRange of(SqlKind kind, BigDecimal constant, int scale) {
    if ((long) constant.precision() - constant.scale() > SqlType.MAX_DECIMAL_PRECISION) {
      return null;
    }
    BigDecimal floor = constant.setScale(scale, RoundingMode.FLOOR);
    BigInteger unscaled = floor.unscaledValue();
    return unscaled.bitLength() > DECIMAL_BITS
        ? null
        : of(kind, unscaled.longValue(), floor.compareTo(constant) == 0);
  }

  /**
   * Returns the range for the floor of a constant.
   *
   * @param exact whether the constant equals its floor
   */
  private static NumberRange of(SqlKind kind, long floor, boolean exact) {
    return switch (kind) {
      case EQUALS -> exact ? new NumberRange(floor, floor, false) : none(false);
      case NOT_EQUALS -> exact ? new NumberRange(floor, floor, true) : none(true);
      case LESS_THAN -> exact ? below(floor) : new NumberRange(Long.MIN_VALUE, floor, false);
      case LESS_THAN_OR_EQUAL -> new NumberRange(Long.MIN_VALUE, floor, false);
      case GREATER_THAN -> above(floor);
      case GREATER_THAN_OR_EQUAL ->
          exact ? new NumberRange(floor, Long.MAX_VALUE, false) : above(floor);
      default ->
          throw new InvariantViolation(
              "a range of numbers has one of five operators, found " + kind);
    };
  }

  private static NumberRange below(long bound) {
    return bound == Long.MIN_VALUE
        ? none(false)
        : new NumberRange(Long.MIN_VALUE, bound - 1, false);
  }

  private static NumberRange above(long bound) {
    return bound == Long.MAX_VALUE
        ? none(false)
        : new NumberRange(bound + 1, Long.MAX_VALUE, false);
  }

  private static NumberRange none(boolean outside) {
    return new NumberRange(1, 0, outside);
  }
}

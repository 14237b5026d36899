package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Arithmetic of the type NUMERIC, where each value has its own scale, with PostgreSQL's rules.
 * Pure.
 */
public final class Numerics {
  /** Minimum number of significant digits of a quotient. */
  private static final int QUOTIENT_DIGITS = 16;

  /** Decimal digits in one of PostgreSQL's internal digits. */
  private static final int GROUP = 4;

  /** Decimal digits that a DOUBLE, and a REAL, represents exactly. */
  private static final int DIGITS_OF_DOUBLE = 15;

  private static final int DIGITS_OF_REAL = 6;

  private Numerics() {}

  /**
   * Rounds a number to the maximum scale of a NUMERIC.
   *
   * @throws MosqlException 22003 for too many digits before the point
   */
  public static BigDecimal fit(BigDecimal number) {
    if (number.scale() >= 0
        && number.precision() <= SqlType.MAX_NUMERIC_DIGITS
        && number.scale() <= SqlType.MAX_NUMERIC_DIGITS) {
      return number;
    }
    long before = (long) number.precision() - number.scale();
    if (number.signum() != 0 && before > SqlType.MAX_NUMERIC_DIGITS) {
      throw CoreErrorMessage.VALUE_OUT_OF_RANGE.error(SqlType.NUMERIC);
    }
    if (number.scale() < 0) {
      return number.signum() == 0 ? BigDecimal.ZERO : number.setScale(0);
    }
    if (number.scale() <= SqlType.MAX_NUMERIC_DIGITS) {
      return number;
    }
    return number.signum() == 0 || before < -SqlType.MAX_NUMERIC_DIGITS
        ? BigDecimal.ZERO.setScale(SqlType.MAX_NUMERIC_DIGITS)
        : fit(number.setScale(SqlType.MAX_NUMERIC_DIGITS, RoundingMode.HALF_UP));
  }

  /** The significant digits of a DOUBLE or REAL, without trailing zeros. */
  static BigDecimal ofBinary(Number number) {
    int digits = number instanceof Double ? DIGITS_OF_DOUBLE : DIGITS_OF_REAL;
    BigDecimal near =
        new BigDecimal(number.doubleValue()).round(new MathContext(digits, RoundingMode.HALF_EVEN));
    return near.signum() == 0 ? BigDecimal.ZERO : near.stripTrailingZeros();
  }

  /**
   * The quotient, with the scale that PostgreSQL gives it: at least 16 significant digits, and at
   * least the scales of the operands.
   *
   * @param y not 0
   */
  public static BigDecimal quotient(BigDecimal x, BigDecimal y) {
    int weight = weight(x) - weight(y);
    if (first(x) <= first(y)) {
      weight--;
    }
    int scale = QUOTIENT_DIGITS - weight * GROUP;
    scale = Math.max(scale, Math.max(x.scale(), y.scale()));
    scale = Math.min(Math.max(scale, 0), SqlType.MAX_NUMERIC_DIGITS);
    return fit(x.divide(y, scale, RoundingMode.HALF_UP));
  }

  /**
   * The square root, with the scale of the number.
   *
   * @param x not negative
   */
  public static BigDecimal root(BigDecimal x) {
    int digits = Math.max(1, (x.precision() - x.scale() + 1) / 2 + 1 + x.scale());
    return fit(
        x.sqrt(new MathContext(digits + 2, RoundingMode.DOWN))
            .setScale(x.scale(), RoundingMode.HALF_UP));
  }

  /** The power of 10,000 of the first digit to the base of 10,000. */
  private static int weight(BigDecimal number) {
    return number.signum() == 0 ? 0 : Math.floorDiv(number.precision() - number.scale() - 1, GROUP);
  }

  /** The first digit to the base of 10,000. */
  private static int first(BigDecimal number) {
    return number.signum() == 0 ? 0 : number.abs().movePointLeft(GROUP * weight(number)).intValue();
  }
}

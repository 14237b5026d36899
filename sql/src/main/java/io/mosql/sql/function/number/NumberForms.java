package io.mosql.sql.function.number;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers in forms other than digits: Roman, ordinal, with an exponent. Pure. */
public final class NumberForms {
  /** Width of a Roman number; a number without Roman form is shown as hashes of this width. */
  static final int ROMAN_PLACES = 15;

  private static final int LARGEST_ROMAN = 3_999;
  private static final int[] VALUES = {1_000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  private static final String[] LETTERS = {
    "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"
  };
  private static final int EXPONENT_DIGITS = 2;

  private NumberForms() {}

  /** The rounded number in Roman numerals; hashes where it has none. */
  static String roman(BigDecimal value, RoundingMode rounding) {
    BigDecimal whole = value.setScale(0, rounding);
    if (whole.signum() <= 0 || whole.compareTo(BigDecimal.valueOf(LARGEST_ROMAN)) > 0) {
      return "#".repeat(ROMAN_PLACES);
    }
    StringBuilder letters = new StringBuilder();
    int rest = whole.intValue();
    for (int i = 0; i < VALUES.length; i++) {
      while (rest >= VALUES[i]) {
        letters.append(LETTERS[i]);
        rest -= VALUES[i];
      }
    }
    return letters.toString();
  }

  /** The ordinal suffix for these digits: {@code st, nd, rd, th}. */
  public static String ordinal(String digits) {
    int length = digits.length();
    boolean teen = length > 1 && digits.charAt(length - 2) == '1';
    return switch (teen ? '0' : digits.charAt(length - 1)) {
      case '1' -> "st";
      case '2' -> "nd";
      case '3' -> "rd";
      default -> "th";
    };
  }

  /**
   * Scientific notation: one digit, the given number of digits after the point, and the exponent; a
   * blank in place of a missing sign.
   */
  static String scientific(BigDecimal value, int fraction, RoundingMode rounding) {
    BigDecimal rounded =
        value.signum() == 0
            ? BigDecimal.ZERO
            : value.round(new MathContext(fraction + 1, rounding));
    int exponent = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    String mantissa =
        rounded
            .movePointLeft(exponent)
            .setScale(fraction, RoundingMode.UNNECESSARY)
            .abs()
            .toPlainString();
    String power = Integer.toString(Math.abs(exponent));
    return (value.signum() < 0 ? "-" : " ")
        + mantissa
        + (exponent < 0 ? "e-" : "e+")
        + "0".repeat(Math.max(0, EXPONENT_DIGITS - power.length()))
        + power;
  }
}

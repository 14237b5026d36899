package io.mosql.jdbc.conversion;

import io.mosql.core.type.TypeKind;
import io.mosql.jdbc.base.DriverErrorMessage;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Converts engine values to numbers and booleans. Fractions are truncated for integer targets; a
 * value out of range is 22003, a text that is no number is 22018.
 */
public final class NumericConversions {
  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private NumericConversions() {}

  public static long toLong(Object value, TypeKind kind, long low, long high) throws SQLException {
    long number =
        switch (kind) {
          case SMALLINT, INTEGER, BIGINT -> ((Number) value).longValue();
          case BOOLEAN -> (Boolean) value ? 1 : 0;
          case REAL, DOUBLE -> ofDouble(((Number) value).doubleValue());
          case DECIMAL, NUMERIC, CHAR, VARCHAR, TEXT, CLOB -> ofDecimal(toDecimal(value, kind));
          default -> throw notA("number", kind);
        };
    if (number < low || number > high) {
      throw outOfRange();
    }
    return number;
  }

  public static double toDouble(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, DECIMAL, NUMERIC ->
          ((Number) value).doubleValue();
      case BOOLEAN -> (Boolean) value ? 1 : 0;
      case CHAR, VARCHAR, TEXT, CLOB -> parseDouble((String) value);
      default -> throw notA("number", kind);
    };
  }

  public static float toFloat(Object value, TypeKind kind) throws SQLException {
    if (kind == TypeKind.REAL) {
      return (Float) value;
    }
    double number = toDouble(value, kind);
    float narrow = (float) number;
    if (Float.isInfinite(narrow) && !Double.isInfinite(number)) {
      throw outOfRange();
    }
    return narrow;
  }

  public static BigDecimal toDecimal(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case DECIMAL, NUMERIC -> (BigDecimal) value;
      case SMALLINT, INTEGER, BIGINT -> BigDecimal.valueOf(((Number) value).longValue());
      case BOOLEAN -> (Boolean) value ? BigDecimal.ONE : BigDecimal.ZERO;
      // By the shortest decimal text: 0.1f is 0.1, not 0.10000000149.
      case REAL, DOUBLE -> parseDecimal(value.toString());
      case CHAR, VARCHAR, TEXT, CLOB -> parseDecimal((String) value);
      default -> throw notA("number", kind);
    };
  }

  public static boolean toBoolean(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case BOOLEAN -> (Boolean) value;
      case SMALLINT, INTEGER, BIGINT -> ((Number) value).longValue() != 0;
      case DECIMAL, NUMERIC -> ((BigDecimal) value).signum() != 0;
      case REAL, DOUBLE -> ((Number) value).doubleValue() != 0;
      case CHAR, VARCHAR, TEXT, CLOB -> parseBoolean((String) value);
      default -> throw notA("truth value", kind);
    };
  }

  private static long ofDouble(double value) throws SQLException {
    // 2^63 itself is out of range, and the cast of any larger value saturates.
    if (!(value >= Long.MIN_VALUE && value < 0x1p63)) {
      throw outOfRange();
    }
    return (long) value;
  }

  private static long ofDecimal(BigDecimal value) throws SQLException {
    BigDecimal whole = value.scale() <= 0 ? value : value.setScale(0, RoundingMode.DOWN);
    if (whole.compareTo(LONG_MIN) < 0 || whole.compareTo(LONG_MAX) > 0) {
      throw outOfRange();
    }
    return whole.longValue();
  }

  private static boolean parseBoolean(String text) throws SQLException {
    return switch (text.trim().toLowerCase(Locale.ROOT)) {
      case "true", "t", "yes", "y", "on", "1" -> true;
      case "false", "f", "no", "n", "off", "0" -> false;
      default -> throw DriverErrorMessage.INVALID_BOOLEAN_TEXT.sqlException();
    };
  }

  private static double parseDouble(String text) throws SQLException {
    try {
      return Double.parseDouble(text.trim());
    } catch (NumberFormatException e) {
      throw notNumeric();
    }
  }

  private static BigDecimal parseDecimal(String text) throws SQLException {
    String trimmed = text.trim();
    // A large exponent would produce as many zeros; no supported number is that long.
    if (trimmed.length() > 400) {
      throw notNumeric();
    }
    try {
      BigDecimal number = new BigDecimal(trimmed);
      if (Math.abs((long) number.scale()) > 10_000) {
        throw outOfRange();
      }
      return number;
    } catch (NumberFormatException e) {
      throw notNumeric();
    }
  }

  private static SQLException notNumeric() {
    return DriverErrorMessage.INVALID_NUMBER_TEXT.sqlException();
  }

  private static SQLException outOfRange() {
    return DriverErrorMessage.VALUE_OUT_OF_RANGE.sqlException();
  }

  private static SQLException notA(String what, TypeKind kind) {
    return DriverErrorMessage.CANNOT_READ_AS.sqlException(kind, what);
  }
}

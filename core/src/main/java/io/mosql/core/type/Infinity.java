package io.mosql.core.type;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The infinite dates and timestamps. They are the extreme values of their carriers, so that they
 * are compared, stored and ordered in keys before and after all finite values; a finite value is
 * never one of these. In java.time they are LocalDate.MAX and similar constants, where MIN is the
 * negative one. Pure.
 */
public final class Infinity {
  private static final Pattern TEXT =
      Pattern.compile("\\s*(-?)\\s*infinity\\s*", Pattern.CASE_INSENSITIVE);

  private Infinity() {}

  /** Whether a number of days is an infinite date. */
  public static boolean isDate(int days) {
    return days == Integer.MAX_VALUE || days == Integer.MIN_VALUE;
  }

  /** Whether a number of microseconds is an infinite timestamp, with or without a zone. */
  public static boolean isTimestamp(long micros) {
    return micros == Long.MAX_VALUE || micros == Long.MIN_VALUE;
  }

  /** Whether a value of a type is infinite; only dates and timestamps can be. */
  public static boolean isInfinite(Object value, SqlType type) {
    return switch (type.kind()) {
      case DATE -> isDate((Integer) value);
      case TIMESTAMP, TIMESTAMPTZ -> isTimestamp((Long) value);
      default -> false;
    };
  }

  public static boolean isInfinite(LocalDate date) {
    return date.equals(LocalDate.MAX) || date.equals(LocalDate.MIN);
  }

  public static boolean isInfinite(LocalDateTime dateTime) {
    return dateTime.equals(LocalDateTime.MAX) || dateTime.equals(LocalDateTime.MIN);
  }

  public static boolean isInfinite(OffsetDateTime dateTime) {
    return dateTime.equals(OffsetDateTime.MAX) || dateTime.equals(OffsetDateTime.MIN);
  }

  /** 1 or -1 for the text of an infinite date or timestamp, 0 for another text. */
  static int sign(String text) {
    // most texts are dates, which need no match of the pattern
    if (text.indexOf('y') < 0 && text.indexOf('Y') < 0) {
      return 0;
    }
    var matcher = TEXT.matcher(text);
    return !matcher.matches() ? 0 : matcher.group(1).isEmpty() ? 1 : -1;
  }

  static int date(boolean positive) {
    return positive ? Integer.MAX_VALUE : Integer.MIN_VALUE;
  }

  static long timestamp(boolean positive) {
    return positive ? Long.MAX_VALUE : Long.MIN_VALUE;
  }

  /** The text, with a sign for the negative one. */
  static String text(boolean positive) {
    return positive ? "infinity" : "-infinity";
  }

  /** The timestamp of an infinite date. */
  static long timestampOf(int days) {
    return timestamp(days > 0);
  }

  /** The date of an infinite timestamp. */
  static int dateOf(long micros) {
    return date(micros > 0);
  }

  /** The infinity of a java.time value as a moment, or null. */
  public static @Nullable Long moment(OffsetDateTime dateTime) {
    return isInfinite(dateTime) ? (Long) timestamp(dateTime.equals(OffsetDateTime.MAX)) : null;
  }

  /**
   * Checks a timestamp that was computed from finite ones.
   *
   * @throws ArithmeticException when it is infinite
   */
  public static long finite(long micros) {
    if (isTimestamp(micros)) {
      throw new ArithmeticException("timestamp out of range");
    }
    return micros;
  }

  /** The same as {@link #finite(long)}, for a date. */
  public static int finite(int days) {
    if (isDate(days)) {
      throw new ArithmeticException("date out of range");
    }
    return days;
  }
}

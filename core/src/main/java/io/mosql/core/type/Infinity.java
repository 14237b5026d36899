package io.mosql.core.type;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The infinite dates and timestamps. They are the extreme values of their carriers, so that they
 * compare, and are stored and found in keys, as what is before and behind all finite ones; a finite
 * value is never one of these. In java.time they are LocalDate.MAX and its like, where MIN is the
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

  /** Whether a number of microseconds is an infinite timestamp, with a zone or without. */
  public static boolean isTimestamp(long micros) {
    return micros == Long.MAX_VALUE || micros == Long.MIN_VALUE;
  }

  /** Whether a value of a type is infinite; only dates, timestamps and moments are. */
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

  /** 1 or -1 for a text that is an infinite date or timestamp, 0 for another. */
  static int sign(String text) {
    // most texts are dates, which the pattern need not see
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

  /** The text, of a negative one with a sign. */
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

  /** The infinity that a value of java.time is as a moment, or null. */
  public static @Nullable Long moment(OffsetDateTime dateTime) {
    return isInfinite(dateTime) ? (Long) timestamp(dateTime.equals(OffsetDateTime.MAX)) : null;
  }

  /**
   * A timestamp that was worked out of finite ones.
   *
   * @throws ArithmeticException when only an infinite one is so far away
   */
  public static long finite(long micros) {
    if (isTimestamp(micros)) {
      throw new ArithmeticException("timestamp out of range");
    }
    return micros;
  }

  /** As {@link #finite(long)}, of a date. */
  public static int finite(int days) {
    if (isDate(days)) {
      throw new ArithmeticException("date out of range");
    }
    return days;
  }

  /** The error of an operation that infinite dates and timestamps have not, 22008. */
  public static MosqlException refused(String message) {
    return new MosqlException(SqlState.DATETIME_OVERFLOW, message);
  }
}

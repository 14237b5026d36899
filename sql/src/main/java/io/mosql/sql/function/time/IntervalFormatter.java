package io.mosql.sql.function.time;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.Interval;
import io.mosql.sql.error.SqlErrorMessage;
import java.util.Locale;

/**
 * Formats intervals by a pattern, as PostgreSQL does: each field has the sign of its part, hours
 * may exceed 24, a year has 12 months. Pure.
 */
public final class IntervalFormatter {
  private static final int MONTHS_PER_YEAR = 12;
  private static final int DAYS_PER_MONTH = 30;
  private static final int DAYS_PER_WEEK = 7;
  private static final int HOURS_PER_DAY = 24;
  private static final int NOON = 12;
  private static final int MICROS_PER_MILLI = 1_000;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  private final Interval interval;
  private final int year;
  private final int month;
  private final long hour;

  private IntervalFormatter(Interval interval) {
    this.interval = interval;
    this.year = interval.months() / MONTHS_PER_YEAR;
    this.month = interval.months() % MONTHS_PER_YEAR;
    this.hour = interval.micros() / MICROS_PER_HOUR;
  }

  /**
   * Formats an interval.
   *
   * @throws MosqlException 22007 for a field that only dates have, 0A000 for one of ISO's weeks and
   *     Julian days, which PostgreSQL counts as if the interval were a date
   */
  public static String format(Interval interval, TimePattern pattern) {
    IntervalFormatter fields = new IntervalFormatter(interval);
    StringBuilder text = new StringBuilder();
    for (TimePattern.Piece piece : pattern.pieces()) {
      text.append(piece.field().isEmpty() ? piece.text() : fields.field(piece));
    }
    return text.toString();
  }

  private String field(TimePattern.Piece piece) {
    long micros = interval.micros();
    return switch (piece.field()) {
      case "YYYY" -> number(piece, year, 4);
      case "YYY" -> number(piece, year % 1_000, 3);
      case "YY" -> number(piece, year % 100, 2);
      case "Y" -> number(piece, year % 10, 1);
      case "CC" -> number(piece, year / 100, 2);
      case "Q" -> month == 0 ? "" : Integer.toString((month - 1) / 3 + 1);
      case "MM" -> number(piece, month, 2);
      case "DDD" -> digits(piece, spanDays(), 3);
      case "DD" -> digits(piece, interval.days(), 2);
      case "WW" -> digits(piece, (spanDays() - 1) / DAYS_PER_WEEK + 1, 2);
      case "W" -> Integer.toString((interval.days() - 1) / DAYS_PER_WEEK + 1);
      case "HH24" -> number(piece, hour, 2);
      case "HH12", "HH" -> onClock(piece);
      case "MI" -> number(piece, micros % MICROS_PER_HOUR / MICROS_PER_MINUTE, 2);
      case "SS" -> number(piece, micros % MICROS_PER_MINUTE / MICROS_PER_SECOND, 2);
      case "SSSS", "SSSSS" -> Long.toString(micros / MICROS_PER_SECOND);
      case "MS" -> fraction(micros % MICROS_PER_SECOND / MICROS_PER_MILLI, 3);
      case "US" -> fraction(micros % MICROS_PER_SECOND, 6);
      case "AM", "PM" -> half(piece, isAfternoon() ? "PM" : "AM");
      case "A.M.", "P.M." -> half(piece, isAfternoon() ? "P.M." : "A.M.");
      case "IYYY", "IW", "J" ->
          throw SqlErrorMessage.INTERVAL_PATTERN_UNSUPPORTED.error(piece.text());
      default -> throw SqlErrorMessage.INTERVAL_FORMAT_INVALID.error(piece.text());
    };
  }

  /** The days of the interval, with 30 days for a month. */
  private long spanDays() {
    return (long) interval.months() * DAYS_PER_MONTH + interval.days();
  }

  private String onClock(TimePattern.Piece piece) {
    long shown = hour % NOON;
    return digits(piece, shown == 0 ? NOON : shown, hour < 0 ? 3 : 2);
  }

  private boolean isAfternoon() {
    return hour % HOURS_PER_DAY >= NOON;
  }

  /** Formats a number; a sign does not count towards the width. */
  private static String number(TimePattern.Piece piece, long number, int width) {
    return digits(piece, number, number < 0 ? width + 1 : width);
  }

  /** Formats a number; a sign counts towards the width. */
  private static String digits(TimePattern.Piece piece, long number, int width) {
    return piece.plain() ? Long.toString(number) : fraction(number, width);
  }

  private static String fraction(long number, int width) {
    String sign = number < 0 ? "-" : "";
    return sign + zeros(Long.toString(Math.abs(number)), width - sign.length());
  }

  private static String zeros(String digits, int width) {
    return "0".repeat(Math.max(0, width - digits.length())) + digits;
  }

  private static String half(TimePattern.Piece piece, String half) {
    return Character.isLowerCase(piece.text().charAt(0)) ? half.toLowerCase(Locale.ROOT) : half;
  }
}

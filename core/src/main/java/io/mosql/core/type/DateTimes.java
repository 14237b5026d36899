package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of dates and times between their carriers (days, microseconds), java.time and text.
 * Pure.
 */
public final class DateTimes {
  private static final long MICROS_PER_SECOND = 1_000_000;

  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  /** Digits of a second that a carrier has. */
  private static final int DIGITS = 6;

  /** 2000-01-01, the origin of PostgreSQL's timestamps. */
  private static final long ORIGIN = 10_957 * MICROS_PER_DAY;

  private DateTimes() {}

  /**
   * Rounds a timestamp, with or without a zone, to a number of digits of its second. Half a unit is
   * rounded away from 2000-01-01, as in PostgreSQL.
   *
   * @param digits at most 6
   * @throws MosqlException 22008 when the result is out of range
   */
  static long rounded(long micros, int digits) {
    if (Infinity.isTimestamp(micros) || digits == DIGITS) {
      return micros;
    }
    try {
      long distance = Math.subtractExact(micros, ORIGIN);
      return Infinity.finite(
          Math.addExact(ORIGIN, distance < 0 ? -up(-distance, digits) : up(distance, digits)));
    } catch (ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "timestamp");
    }
  }

  /**
   * Rounds a time of day to a number of digits of its second.
   *
   * @throws MosqlException 22008 when the result is 24:00
   */
  static long roundedTime(long micros, int digits) {
    long rounded = up(micros, digits);
    if (rounded >= MICROS_PER_DAY) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.error("time");
    }
    return rounded;
  }

  /** The nearest multiple of the unit, of two the greater one. */
  private static long up(long micros, int digits) {
    long unit = 1;
    for (int i = digits; i < DIGITS; i++) {
      unit *= 10;
    }
    return Math.addExact(micros, unit / 2) / unit * unit;
  }

  /**
   * The microseconds of a time of day, to which further digits of a second are rounded, up to 24
   * hours.
   */
  public static long micros(LocalTime time) {
    return Math.floorDiv(time.toNanoOfDay() + 500, 1_000L);
  }

  /**
   * The carrier of a timestamp, which may be {@linkplain Infinity infinite}: the nearest
   * microsecond.
   */
  public static long micros(LocalDateTime dateTime) {
    return Infinity.isInfinite(dateTime)
        ? Infinity.timestamp(dateTime.equals(LocalDateTime.MAX))
        : Infinity.finite(
            Math.addExact(
                Math.multiplyExact(dateTime.toLocalDate().toEpochDay(), MICROS_PER_DAY),
                micros(dateTime.toLocalTime())));
  }

  /** The timestamp of a carrier; for an infinite one LocalDateTime.MAX or MIN. */
  public static LocalDateTime dateTime(long micros) {
    if (Infinity.isTimestamp(micros)) {
      return micros > 0 ? LocalDateTime.MAX : LocalDateTime.MIN;
    }
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L),
        (int) Math.floorMod(micros, 1_000_000L) * 1_000,
        ZoneOffset.UTC);
  }

  /**
   * The carrier of a date, which may be {@linkplain Infinity infinite}.
   *
   * @throws ArithmeticException when it is out of range
   */
  public static int days(LocalDate date) {
    return Infinity.isInfinite(date)
        ? Infinity.date(date.equals(LocalDate.MAX))
        : Infinity.finite(Math.toIntExact(date.toEpochDay()));
  }

  /** The date of a carrier; for an infinite one LocalDate.MAX or MIN. */
  public static LocalDate date(int days) {
    if (Infinity.isDate(days)) {
      return days > 0 ? LocalDate.MAX : LocalDate.MIN;
    }
    return LocalDate.ofEpochDay(days);
  }

  /** The timestamp at which a date begins; for an infinite one LocalDateTime.MAX or MIN. */
  public static LocalDateTime startOf(LocalDate date) {
    if (Infinity.isInfinite(date)) {
      return date.equals(LocalDate.MAX) ? LocalDateTime.MAX : LocalDateTime.MIN;
    }
    return date.atStartOfDay();
  }

  /**
   * The local date and time in a zone.
   *
   * @param moment microseconds since 1970-01-01T00:00:00Z
   */
  public static long local(long moment, ZoneId zone) {
    if (Infinity.isTimestamp(moment)) {
      return moment;
    }
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(moment, MICROS_PER_SECOND),
            Math.floorMod(moment, MICROS_PER_SECOND) * 1_000);
    return Infinity.finite(Math.addExact(moment, offset(zone.getRules().getOffset(instant))));
  }

  /**
   * The moment of a local date and time in a zone: the later one in an overlap; in a gap, with the
   * offset before the transition. The same as PostgreSQL.
   *
   * @return microseconds since 1970-01-01T00:00:00Z
   */
  public static long moment(long local, ZoneId zone) {
    if (Infinity.isTimestamp(local)) {
      return local;
    }
    LocalDateTime dateTime = dateTime(local);
    ZoneRules rules = zone.getRules();
    ZoneOffsetTransition change = rules.getTransition(dateTime);
    boolean twice = change != null && change.isOverlap();
    return Infinity.finite(
        Math.subtractExact(
            local, offset(twice ? change.getOffsetAfter() : rules.getOffset(dateTime))));
  }

  private static long offset(ZoneOffset offset) {
    return offset.getTotalSeconds() * MICROS_PER_SECOND;
  }

  public static LocalTime time(long micros) {
    return LocalTime.ofNanoOfDay(micros * 1_000);
  }

  /**
   * Days since 1970-01-01 of a text in PostgreSQL's syntax; a time and a zone in it are ignored.
   *
   * @throws io.mosql.core.error.MosqlException 22007 for a text that is not a date, 22008 for a
   *     field out of range
   */
  public static int parseDate(String text) {
    int infinity = Infinity.sign(text);
    if (infinity != 0) {
      return Infinity.date(infinity > 0);
    }
    DateTimeParser.Parts parts = DateTimeParser.read(text, "date", null);
    long days = date(parts, text, "date").toEpochDay();
    if (days != (int) days || Infinity.isDate((int) days)) {
      throw CoreErrorMessage.DATETIME_TEXT_OUT_OF_RANGE.error("date", text);
    }
    return (int) days;
  }

  /** Microseconds of the day of a text in PostgreSQL's syntax; a date and a zone are ignored. */
  public static long parseTime(String text) {
    Long time = DateTimeParser.read(text, "time", null).time();
    if (time == null) {
      throw CoreErrorMessage.INVALID_DATETIME_SYNTAX.error("time", text);
    }
    if (time == MICROS_PER_DAY) {
      throw CoreErrorMessage.DATETIME_FIELD_OUT_OF_RANGE.error(text);
    }
    return time;
  }

  /**
   * Microseconds since 1970 of a text in PostgreSQL's syntax; a zone is ignored, a missing time is
   * midnight.
   */
  public static long parseTimestamp(String text) {
    return parseTimestamp(text, null);
  }

  /**
   * The same as {@link #parseTimestamp(String)}.
   *
   * @param now the present time by the clocks of the session's zone, for words such as {@code
   *     today}; null where they are rejected
   */
  public static long parseTimestamp(String text, @Nullable Long now) {
    int infinity = Infinity.sign(text);
    if (infinity != 0) {
      return Infinity.timestamp(infinity > 0);
    }
    DateTimeParser.Parts parts = DateTimeParser.read(text, "timestamp", now);
    if (now != null && parts.zone() != null) {
      throw CoreErrorMessage.CURRENT_TIME_WORD_BESIDE_ZONE.error(text);
    }
    return micros(parts, text, "timestamp");
  }

  static long micros(DateTimeParser.Parts parts, String text, String type) {
    long days = date(parts, text, type).toEpochDay();
    Long time = parts.time();
    try {
      return Infinity.finite(
          Math.addExact(Math.multiplyExact(days, MICROS_PER_DAY), time == null ? 0 : time));
    } catch (ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_TEXT_OUT_OF_RANGE.causedBy(e, type, text);
    }
  }

  private static LocalDate date(DateTimeParser.Parts parts, String text, String type) {
    LocalDate date = parts.date();
    if (date == null) {
      throw CoreErrorMessage.INVALID_DATETIME_SYNTAX.error(type, text);
    }
    return date;
  }

  /** {@code yyyy-mm-dd}, with {@code BC} after years before the first one, or infinity. */
  public static String formatDate(int days) {
    if (Infinity.isDate(days)) {
      return Infinity.text(days > 0);
    }
    LocalDate date = LocalDate.ofEpochDay(days);
    return formatDate(date) + era(date);
  }

  private static String formatDate(LocalDate date) {
    int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
    String digits = Integer.toString(year);
    return "0".repeat(Math.max(0, 4 - digits.length()))
        + digits
        + '-'
        + twoDigits(date.getMonthValue())
        + '-'
        + twoDigits(date.getDayOfMonth());
  }

  private static String era(LocalDate date) {
    return date.getYear() > 0 ? "" : " BC";
  }

  private static String twoDigits(int number) {
    return number < 10 ? "0" + number : Integer.toString(number);
  }

  /** {@code hh:mm:ss} and a fraction without trailing zeros. */
  public static String formatTime(long micros) {
    if (micros == MICROS_PER_DAY) {
      return "24:00:00";
    }
    return time(micros).format(DateTimeFormatter.ofPattern("HH:mm:ss", java.util.Locale.ROOT))
        + fraction(micros);
  }

  /** {@code yyyy-mm-dd hh:mm:ss} and a fraction without trailing zeros, or infinity. */
  public static String formatTimestamp(long micros) {
    return formatTimestamp(micros, "");
  }

  /** The same as {@link #formatTimestamp(long)}, with an offset before the era. */
  static String formatTimestamp(long micros, String offset) {
    if (Infinity.isTimestamp(micros)) {
      return Infinity.text(micros > 0);
    }
    LocalDateTime dateTime = dateTime(micros);
    return formatDate(dateTime.toLocalDate())
        + " "
        + dateTime.format(DateTimeFormatter.ofPattern("HH:mm:ss", java.util.Locale.ROOT))
        + fraction(micros)
        + offset
        + era(dateTime.toLocalDate());
  }

  private static String fraction(long micros) {
    long fraction = Math.floorMod(micros, 1_000_000L);
    if (fraction == 0) {
      return "";
    }
    String digits = Long.toString(1_000_000L + fraction).substring(1);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return "." + digits.substring(0, end);
  }
}

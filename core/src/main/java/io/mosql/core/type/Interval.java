package io.mosql.core.type;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import java.time.LocalTime;
import java.util.function.DoubleUnaryOperator;

/**
 * A value of type INTERVAL, as in PostgreSQL: months, days and microseconds, each with its own
 * sign, since a month has no fixed number of days and a day none of hours. Immutable.
 *
 * <p>Order, and so {@link #equals}, assumes a month of 30 days and a day of 24 hours: {@code 1
 * month} and {@code 30 days} are equal in SQL, though they are displayed differently.
 */
public record Interval(int months, int days, long micros) implements Comparable<Interval> {
  /** Bytes of {@link #bytes}. */
  public static final int BYTES = 16;

  public static final Interval ZERO = new Interval(0, 0, 0);

  static final long MICROS_PER_SECOND = 1_000_000;
  static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;
  static final int DAYS_PER_MONTH = 30;
  static final int MONTHS_PER_YEAR = 12;
  private static final double SECONDS_PER_DAY = 86_400;

  /**
   * Parses an interval.
   *
   * @throws MosqlException 22007 when the text is not an interval, 22008 when it is out of range
   */
  public static Interval parse(String text) {
    return new IntervalParser(text, IntervalParser.Unit.SECOND, false).parse();
  }

  /**
   * Converts a value to an interval.
   *
   * @throws MosqlException 22018 for a value that is neither an interval nor a text or a time of
   *     day, 22007, 22008
   */
  static Interval from(Object value) {
    if (value instanceof Interval known) {
      return known;
    }
    if (value instanceof String text) {
      return parse(text);
    }
    if (value instanceof LocalTime time) {
      return new Interval(0, 0, DateTimes.micros(time));
    }
    throw CoreErrorMessage.VALUE_NOT_CONVERTIBLE.error(SqlType.INTERVAL);
  }

  /**
   * The same as {@link #parse}, where the first field determines the sign of all, as in the
   * standard.
   */
  public static Interval parseStandard(String text, String lastField, boolean minutesFirst) {
    String trimmed = text.strip();
    boolean negative = trimmed.startsWith("-");
    boolean signed = negative || trimmed.startsWith("+");
    Interval parsed =
        new IntervalParser(
                signed ? trimmed.substring(1) : trimmed,
                IntervalParser.Unit.valueOf(lastField),
                minutesFirst)
            .parse();
    return negative ? parsed.negated() : parsed;
  }

  /**
   * An interval of the given length in the order of intervals.
   *
   * @param wholeDays of 24 hours
   * @param rest microseconds of a day
   * @throws ArithmeticException when it is out of range
   */
  public static Interval ofSpan(long wholeDays, long rest) {
    if (wholeDays == (int) wholeDays) {
      return new Interval(0, (int) wholeDays, rest);
    }
    int months = clamped(wholeDays / DAYS_PER_MONTH);
    long left = wholeDays - (long) months * DAYS_PER_MONTH;
    int days = clamped(left);
    // for a negative length one day stays with the rest: the sum fits, where the product may not
    long over = left - days;
    long kept = over < 0 ? 1 : 0;
    long micros =
        Math.addExact(
            Math.multiplyExact(over + kept, MICROS_PER_DAY), rest - kept * MICROS_PER_DAY);
    return new Interval(months, days, micros);
  }

  private static int clamped(long value) {
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
  }

  /** The time from one moment to another, in days of 24 hours and a remainder. */
  public static Interval between(long from, long to) {
    if (Infinity.isTimestamp(from) || Infinity.isTimestamp(to)) {
      throw CoreErrorMessage.INFINITE_TIMESTAMP_DIFFERENCE.error();
    }
    return checked(() -> new Interval(0, 0, Math.subtractExact(to, from)).hoursJustified());
  }

  /** An interval with parts that may be out of range. */
  public static Interval of(long months, long days, long micros) {
    return checked(() -> new Interval(Math.toIntExact(months), Math.toIntExact(days), micros));
  }

  /** Whole days of its length in the order of intervals, rounded down. */
  public long spanDays() {
    return (long) months * DAYS_PER_MONTH + days + Math.floorDiv(micros, MICROS_PER_DAY);
  }

  /** Microseconds after {@link #spanDays}, less than a day. */
  public long spanRest() {
    return Math.floorMod(micros, MICROS_PER_DAY);
  }

  @Override
  public int compareTo(Interval other) {
    int order = Long.compare(spanDays(), other.spanDays());
    return order != 0 ? order : Long.compare(spanRest(), other.spanRest());
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Interval other && compareTo(other) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(spanDays()) + Long.hashCode(spanRest());
  }

  /** Whether the parts are equal, too. */
  public boolean isSame(Interval other) {
    return months == other.months && days == other.days && micros == other.micros;
  }

  public Interval plus(Interval other) {
    return checked(
        () ->
            new Interval(
                Math.addExact(months, other.months),
                Math.addExact(days, other.days),
                Math.addExact(micros, other.micros)));
  }

  public Interval minus(Interval other) {
    return checked(
        () ->
            new Interval(
                Math.subtractExact(months, other.months),
                Math.subtractExact(days, other.days),
                Math.subtractExact(micros, other.micros)));
  }

  public Interval negated() {
    return ZERO.minus(this);
  }

  /** Fractions of months become days, fractions of days become time. */
  public Interval times(double factor) {
    return scaled(part -> part * factor);
  }

  /**
   * The same as {@link #times}.
   *
   * @throws MosqlException 22012
   */
  public Interval dividedBy(double divisor) {
    if (divisor == 0) {
      throw CoreErrorMessage.DIVISION_BY_ZERO.error();
    }
    return scaled(part -> part / divisor);
  }

  /** In PostgreSQL's steps, so that results are equal to the last digit. */
  private Interval scaled(DoubleUnaryOperator scale) {
    double exactMonths = scale.applyAsDouble(months);
    double exactDays = scale.applyAsDouble(days);
    double wholeMonths = whole(exactMonths);
    double wholeDays = whole(exactDays);
    double monthDays = rounded((exactMonths - wholeMonths) * DAYS_PER_MONTH);
    double seconds =
        rounded((exactDays - wholeDays + monthDays - whole(monthDays)) * SECONDS_PER_DAY);
    if (Math.abs(seconds) >= SECONDS_PER_DAY) {
      double carried = whole(seconds / SECONDS_PER_DAY);
      wholeDays += carried;
      seconds -= carried * SECONDS_PER_DAY;
    }
    wholeDays += whole(monthDays);
    double time = Math.rint(scale.applyAsDouble(micros) + seconds * MICROS_PER_SECOND);
    boolean fits =
        Math.abs(wholeMonths) <= Integer.MAX_VALUE
            && Math.abs(wholeDays) <= Integer.MAX_VALUE
            && Math.abs(time) < Long.MAX_VALUE;
    if (!fits) {
      throw outOfRange();
    }
    return new Interval((int) wholeMonths, (int) wholeDays, (long) time);
  }

  private static double whole(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  /** To a millionth: a smaller remainder of a number that should be whole is a rounding error. */
  private static double rounded(double value) {
    return Math.rint(value * MICROS_PER_SECOND) / MICROS_PER_SECOND;
  }

  /** 24 hours become a day; both parts get the same sign. */
  public Interval hoursJustified() {
    return checked(
        () -> {
          long whole = Math.addExact(days, micros / MICROS_PER_DAY);
          long rest = micros % MICROS_PER_DAY;
          if (whole > 0 && rest < 0) {
            return new Interval(months, Math.toIntExact(whole - 1), rest + MICROS_PER_DAY);
          } else if (whole < 0 && rest > 0) {
            return new Interval(months, Math.toIntExact(whole + 1), rest - MICROS_PER_DAY);
          }
          return new Interval(months, Math.toIntExact(whole), rest);
        });
  }

  /** 30 days become a month; both parts get the same sign. */
  public Interval daysJustified() {
    return checked(
        () -> {
          int whole = Math.addExact(months, days / DAYS_PER_MONTH);
          int rest = days % DAYS_PER_MONTH;
          if (whole > 0 && rest < 0) {
            return new Interval(Math.subtractExact(whole, 1), rest + DAYS_PER_MONTH, micros);
          } else if (whole < 0 && rest > 0) {
            return new Interval(Math.addExact(whole, 1), rest - DAYS_PER_MONTH, micros);
          }
          return new Interval(whole, rest, micros);
        });
  }

  /** Hours become days and days months; all parts get the same sign. */
  public Interval justified() {
    return checked(
        () -> {
          long time = micros % MICROS_PER_DAY;
          long all = days + micros / MICROS_PER_DAY;
          long day = all % DAYS_PER_MONTH;
          long month = months + all / DAYS_PER_MONTH;
          if (month > 0 && (day < 0 || day == 0 && time < 0)) {
            day += DAYS_PER_MONTH;
            month--;
          } else if (month < 0 && (day > 0 || day == 0 && time > 0)) {
            day -= DAYS_PER_MONTH;
            month++;
          }
          if (day > 0 && time < 0) {
            time += MICROS_PER_DAY;
            day--;
          } else if (day < 0 && time > 0) {
            time -= MICROS_PER_DAY;
            day++;
          }
          return new Interval(Math.toIntExact(month), (int) day, time);
        });
  }

  /** Its parts, big-endian, months first. */
  public byte[] bytes() {
    return java.nio.ByteBuffer.allocate(BYTES).putInt(months).putInt(days).putLong(micros).array();
  }

  /**
   * The interval of {@link #bytes}.
   *
   * @param from where they begin
   */
  public static Interval of(byte[] bytes, int from) {
    java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes, from, BYTES);
    return new Interval(buffer.getInt(), buffer.getInt(), buffer.getLong());
  }

  /** In PostgreSQL's format: {@code 1 year 2 mons -3 days +04:05:06.7}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    boolean negative = part(text, months / MONTHS_PER_YEAR, "year", false);
    negative = part(text, months % MONTHS_PER_YEAR, "mon", negative);
    negative = part(text, days, "day", negative);
    if (micros != 0 || text.isEmpty()) {
      text.append(text.isEmpty() ? "" : " ").append(micros < 0 ? "-" : negative ? "+" : "");
      time(text);
    }
    return text.toString();
  }

  /** Whether the last written part is negative. */
  private static boolean part(StringBuilder text, int value, String unit, boolean negative) {
    if (value == 0) {
      return negative;
    }
    text.append(text.isEmpty() ? "" : " ").append(negative && value > 0 ? "+" : "").append(value);
    text.append(' ').append(unit).append(value == 1 ? "" : "s");
    return value < 0;
  }

  private void time(StringBuilder text) {
    // in two steps, since the least long has no opposite
    long hours = Math.abs(micros / MICROS_PER_HOUR);
    long rest = Math.abs(micros % MICROS_PER_HOUR);
    text.append(hours < 10 ? "0" : "").append(hours).append(':');
    String below = DateTimes.formatTime(rest);
    text.append(below, below.indexOf(':') + 1, below.length());
  }

  private static Interval checked(java.util.function.Supplier<Interval> made) {
    try {
      return made.get();
    } catch (ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "interval");
    }
  }

  private static MosqlException outOfRange() {
    return CoreErrorMessage.DATETIME_OUT_OF_RANGE.error("interval");
  }
}

package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.number;
import static io.mosql.sql.function.library.TextLibrary.text;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.Interval;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.define.ScalarFunction;
import io.mosql.sql.function.time.DateTimeUnit;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Functions of dates and times; values outside the calendar give 22008. */
public final class TimeLibrary {
  private TimeLibrary() {}

  /**
   * OVERLAPS: whether two periods have a time in common. A period excludes its later end; a period
   * with equal ends is that single time. A NULL end is unknown, but not before the other end.
   */
  private static @Nullable Boolean overlap(
      @Nullable Long start, @Nullable Long end, @Nullable Long start2, @Nullable Long end2) {
    Long first = earlier(start, end);
    Long second = earlier(start2, end2);
    if (first == null || second == null) {
      return null;
    }
    Long firstEnd = start == null || end == null ? null : (Long) Math.max(start, end);
    Long secondEnd = start2 == null || end2 == null ? null : (Long) Math.max(start2, end2);
    Long within = first <= second ? firstEnd : secondEnd;
    if (!first.equals(second) && within != null && within > Math.max(first, second)) {
      return true;
    }
    return firstEnd == null || secondEnd == null ? null : first.equals(second);
  }

  private static @Nullable Long earlier(@Nullable Long one, @Nullable Long other) {
    return one == null ? other : other == null ? one : (Long) Math.min(one, other);
  }

  /** The timestamp of a date and a time of day; of an infinite date it is infinite. */
  private static long atTime(int days, long time) {
    Object midnight = Coercion.cast(days, SqlType.DATE, SqlType.TIMESTAMP);
    long start = (Long) Objects.requireNonNull(midnight);
    return Infinity.isDate(days) ? start : Math.addExact(start, time);
  }

  public static void define(FunctionDefinitions all) {
    all.loose(
        "OVERLAPS",
        SqlType.BOOLEAN,
        "TTTT",
        v -> overlap((Long) v[0], (Long) v[1], (Long) v[2], (Long) v[3]));
    all.strict(
        "DATE_TRUNC",
        SqlType.TIMESTAMP,
        "tT",
        v ->
            Infinity.isTimestamp(micros(v, 1))
                ? (Object) micros(v, 1)
                : DateTimeUnit.of(text(v, 0)).truncate(micros(v, 1)));
    all.loose(
        "DATE_PART", SqlType.DOUBLE, "tT", new ScalarFunction.Typed(StandardTimeLibrary::datePart));
    all.strict("ISFINITE", SqlType.BOOLEAN, "q", v -> v[0]);
    all.strict(
        "TIMESTAMPADD",
        SqlType.TIMESTAMP,
        "tlT",
        v -> DateTimeUnit.of(text(v, 0)).plus(micros(v, 2), micros(v, 1)));
    all.strict(
        "ADDDATE",
        SqlType.TIMESTAMP,
        "Tl",
        v -> DateTimeUnit.DAY.plus(micros(v, 0), (Long) Objects.requireNonNull(v[1])));
    all.strict(
        "TIMESTAMPDIFF",
        SqlType.BIGINT,
        "tTT",
        v -> DateTimeUnit.of(text(v, 0)).between(micros(v, 1), micros(v, 2)));
    all.strict("DATEDIFF", SqlType.INTEGER, "DD", v -> daysBetween(number(v, 1), number(v, 0)));
    all.strict(
        "DATE_PLUS_DAYS",
        SqlType.DATE,
        "Dl",
        v -> checked(() -> plusDays(number(v, 0), (Long) Objects.requireNonNull(v[1]))));
    all.strict(
        "DATE_PLUS_TIME",
        SqlType.TIMESTAMP,
        "Dm",
        v ->
            checked(
                () -> atTime(number(v, 0), ((Number) Objects.requireNonNull(v[1])).longValue())));
    all.strict(
        "TIMESTAMP_OF_TEXT",
        SqlType.TIMESTAMP,
        "tT",
        v -> DateTimes.parseTimestamp(text(v, 0), micros(v, 1)));
    all.strict(
        "MOMENT_OF_SECONDS",
        SqlType.TIMESTAMPTZ,
        "d",
        v -> checked(() -> moment((Double) Objects.requireNonNull(v[0]))));
    all.strict("DATE_BIN", SqlType.TIMESTAMP, "ITT", TimeLibrary::bin);
    all.strict("MOMENT_BIN", SqlType.TIMESTAMPTZ, "Imm", TimeLibrary::bin);
    all.strict("LAST_DAY", SqlType.DATE, "D", v -> lastDay(day(v)));
    all.strict("DATE", SqlType.DATE, "D", v -> v[0]);
    parts(all);
    made(all);
  }

  private static int daysBetween(int from, int to) {
    if (Infinity.isDate(from) || Infinity.isDate(to)) {
      throw SqlErrorMessage.INFINITE_DATE_DIFFERENCE.error();
    }
    return checked(() -> Math.subtractExact(to, from));
  }

  /** Converts seconds since 1970-01-01 00:00:00 UTC to microseconds. */
  private static long moment(double seconds) {
    if (Double.isInfinite(seconds)) {
      return seconds > 0 ? Long.MAX_VALUE : Long.MIN_VALUE;
    }
    if (Double.isNaN(seconds)) {
      throw SqlErrorMessage.NAN_TIMESTAMP.error();
    }
    BigDecimal micros =
        new BigDecimal(seconds).movePointRight(6).setScale(0, RoundingMode.HALF_EVEN);
    return Infinity.finite(micros.longValueExact());
  }

  /**
   * DATE_BIN: the start of the interval of fixed length, aligned to an origin, that contains the
   * timestamp.
   */
  private static long bin(@Nullable Object[] v) {
    Interval stride = (Interval) Objects.requireNonNull(v[0]);
    if (stride.months() != 0) {
      throw SqlErrorMessage.BIN_WITH_MONTHS.error();
    }
    return checked(
        () -> {
          long length =
              Math.addExact(Math.multiplyExact(stride.days(), 86_400_000_000L), stride.micros());
          if (length <= 0) {
            throw SqlErrorMessage.STRIDE_NOT_POSITIVE.error();
          }
          if (Infinity.isTimestamp(micros(v, 1))) {
            return micros(v, 1);
          }
          if (Infinity.isTimestamp(micros(v, 2))) {
            throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.error("origin");
          }
          long since = Math.subtractExact(micros(v, 1), micros(v, 2));
          return micros(v, 2) + Math.floorDiv(since, length) * length;
        });
  }

  private static void parts(FunctionDefinitions all) {
    part(all, "DAYOFWEEK", d -> d.getDayOfWeek().getValue() % 7 + 1);
    part(all, "WEEKDAY", d -> d.getDayOfWeek().getValue() - 1);
    part(all, "DAYOFYEAR", LocalDate::getDayOfYear);
    part(all, "DAY", LocalDate::getDayOfMonth);
    part(all, "WEEKOFYEAR", d -> DateTimeUnit.field("WEEK", d.atStartOfDay()).intValue());
    // weeks begin with Sunday; the days before the first one are week 0
    part(all, "WEEK", d -> (d.getDayOfYear() + 6 - d.getDayOfWeek().getValue() % 7) / 7);
    all.strict(
        "MICROSECOND", SqlType.INTEGER, "T", v -> (int) Math.floorMod(finite(v), 1_000_000L));
    all.strict(
        "DAYNAME",
        SqlType.TEXT,
        "D",
        v -> day(v).getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
    all.strict(
        "MONTHNAME",
        SqlType.TEXT,
        "D",
        v -> day(v).getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
  }

  private static void part(
      FunctionDefinitions all, String name, Function<LocalDate, Integer> part) {
    all.strict(name, SqlType.INTEGER, "D", v -> part.apply(day(v)));
  }

  private static void made(FunctionDefinitions all) {
    all.strict(
        "MAKE_DATE",
        SqlType.DATE,
        "iii",
        v -> checked(() -> days(date(number(v, 0), number(v, 1), number(v, 2)))));
    all.strict(
        "MAKE_TIME",
        SqlType.TIME,
        "iid",
        v -> checked(() -> time(number(v, 0), number(v, 1), v[2]).toNanoOfDay() / 1_000));
    all.strict(
        "MAKE_TIMESTAMP",
        SqlType.TIMESTAMP,
        "iiiiid",
        v ->
            checked(
                () ->
                    DateTimes.micros(
                        LocalDateTime.of(
                            date(number(v, 0), number(v, 1), number(v, 2)),
                            time(number(v, 3), number(v, 4), v[5])))));
    all.strict(
        "SEC_TO_TIME",
        SqlType.TIME,
        "i",
        v -> checked(() -> LocalTime.ofSecondOfDay(number(v, 0)).toNanoOfDay() / 1_000));
    all.strict(
        "TO_DAYS",
        SqlType.INTEGER,
        "D",
        v -> Math.addExact(days(day(v)), FormatLibrary.DAYS_BEFORE_1970));
    all.strict(
        "FROM_DAYS",
        SqlType.DATE,
        "i",
        v -> checked(() -> Math.subtractExact(number(v, 0), FormatLibrary.DAYS_BEFORE_1970)));
  }

  /** The date of a year in common notation: -44 is 44 BC, and there is no year 0. */
  private static LocalDate date(int year, int month, int day) {
    if (year == 0) {
      throw new DateTimeException("year");
    }
    return LocalDate.of(year < 0 ? year + 1 : year, month, day);
  }

  private static LocalTime time(int hour, int minute, @Nullable Object second) {
    BigDecimal micros =
        BigDecimal.valueOf((Double) Objects.requireNonNull(second))
            .movePointRight(6)
            .setScale(0, RoundingMode.HALF_UP);
    if (micros.signum() < 0 || micros.compareTo(BigDecimal.valueOf(60_000_000)) >= 0) {
      throw new DateTimeException("seconds");
    }
    return LocalTime.of(hour, minute).plusNanos(micros.longValue() * 1_000);
  }

  /** The supplied value; 22008 where no such day or time exists. */
  static <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (DateTimeException | ArithmeticException e) {
      throw SqlErrorMessage.DATETIME_VALUE_OUT_OF_RANGE.causedBy(e);
    }
  }

  static long micros(@Nullable Object[] values, int index) {
    return (Long) Objects.requireNonNull(values[index]);
  }

  /** A finite timestamp. */
  private static long finite(@Nullable Object[] values) {
    return checked(() -> Infinity.finite(micros(values, 0)));
  }

  /** A finite date. */
  private static LocalDate day(@Nullable Object[] values) {
    return checked(() -> LocalDate.ofEpochDay(Infinity.finite(number(values, 0))));
  }

  static int days(LocalDate date) {
    return Infinity.finite(Math.toIntExact(date.toEpochDay()));
  }

  private static int plusDays(int day, long count) {
    return Infinity.isDate(day) ? day : days(LocalDate.ofEpochDay(Math.addExact(day, count)));
  }

  private static int lastDay(LocalDate date) {
    return days(date.withDayOfMonth(date.lengthOfMonth()));
  }
}

package io.mosql.sql.function.library;

import static io.mosql.sql.function.library.TextLibrary.text;
import static io.mosql.sql.function.library.TimeLibrary.micros;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.Interval;
import io.mosql.core.type.IntervalFields;
import io.mosql.core.type.SqlType;
import io.mosql.sql.error.SqlErrorMessage;
import io.mosql.sql.function.define.FunctionDefinitions;
import io.mosql.sql.function.time.DateTimeUnit;
import io.mosql.sql.function.time.IntervalFormatter;
import io.mosql.sql.function.time.TimePattern;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.Locale;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions that create or use intervals; values out of range give 22008. */
public final class IntervalLibrary {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int DAYS_PER_WEEK = 7;
  private static final int MONTHS_PER_QUARTER = 3;

  /** A year of the epoch has 365.25 days, a month 30. */
  private static final long SECONDS_PER_YEAR = 31_557_600;

  private static final long SECONDS_PER_MONTH = 30 * 86_400L;
  private static final long SECONDS_PER_DAY = 86_400;

  private IntervalLibrary() {}

  public static void define(FunctionDefinitions all) {
    all.strict("AGE", SqlType.INTERVAL, "TT", v -> age(micros(v, 0), micros(v, 1)));
    all.strict(
        "TIME_BETWEEN",
        SqlType.INTERVAL,
        "mm",
        v -> between(((Number) value(v, 0)).longValue(), ((Number) value(v, 1)).longValue()));
    all.strict("MAKE_INTERVAL", SqlType.INTERVAL, "|lllllln", IntervalLibrary::make);
    changed(all, "JUSTIFY_HOURS", Interval::hoursJustified);
    changed(all, "JUSTIFY_DAYS", Interval::daysJustified);
    changed(all, "JUSTIFY_INTERVAL", Interval::justified);
    all.strict(
        "EXTRACT_INTERVAL",
        SqlType.BIGINT,
        "tI",
        v -> field(text(v, 0), interval(v, 1)).setScale(0, RoundingMode.DOWN).longValueExact());
    all.strict(
        "EXACT_INTERVAL_FIELD", SqlType.NUMERIC, "tI", v -> field(text(v, 0), interval(v, 1)));
    all.strict(
        "INTERVAL_PART",
        SqlType.DOUBLE,
        "tI",
        v -> field(text(v, 0), interval(v, 1)).doubleValue());
    all.strict(
        "INTERVAL_TRUNC",
        SqlType.INTERVAL,
        "tI",
        v -> DateTimeUnit.of(text(v, 0)).truncate(interval(v, 1)));
    all.strict("INTERVAL_FIELDS", SqlType.INTERVAL, "Jti", IntervalLibrary::inFields);
    all.strict(
        "INTERVAL_STEP",
        SqlType.INTERVAL,
        "tdI",
        v ->
            interval(v, 2)
                .plus(DateTimeUnit.of(text(v, 0)).interval().times((Double) value(v, 1))));
    all.strict(
        "INTERVAL_TO_CHAR",
        SqlType.TEXT,
        "It",
        v -> IntervalFormatter.format(interval(v, 0), TimePattern.ofPostgres(text(v, 1))));
  }

  private static void changed(
      FunctionDefinitions all, String name, UnaryOperator<Interval> change) {
    all.strict(name, SqlType.INTERVAL, "I", v -> change.apply(interval(v, 0)));
  }

  /**
   * A cast to INTERVAL with fields: the arguments are the fields as SQL text and the digits of
   * seconds.
   */
  private static Interval inFields(@Nullable Object[] v) {
    IntervalFields fields = IntervalFields.ofSql(text(v, 1).toUpperCase(Locale.ROOT));
    int digits = (Integer) value(v, 2);
    if (fields == null || digits > IntervalFields.MAX_DIGITS) {
      throw SqlErrorMessage.INTERVAL_FIELDS_INVALID.error(text(v, 1));
    }
    return fields.fit(value(v, 0), digits);
  }

  private static Object value(@Nullable Object[] values, int index) {
    return Objects.requireNonNull(values[index]);
  }

  private static Interval interval(@Nullable Object[] values, int index) {
    return (Interval) value(values, index);
  }

  private static Interval between(long later, long earlier) {
    return Interval.between(earlier, later);
  }

  /**
   * MAKE_INTERVAL: years, months, weeks, days, hours, minutes, seconds; trailing ones may be
   * omitted.
   */
  private static Interval make(@Nullable Object[] v) {
    return TimeLibrary.checked(
        () -> {
          long months =
              Math.addExact(Math.multiplyExact(count(v, 0), MONTHS_PER_YEAR), count(v, 1));
          long days = Math.addExact(Math.multiplyExact(count(v, 2), DAYS_PER_WEEK), count(v, 3));
          long time =
              Math.addExact(
                  Math.multiplyExact(count(v, 4), MICROS_PER_HOUR),
                  Math.multiplyExact(count(v, 5), MICROS_PER_MINUTE));
          long seconds =
              v.length <= 6
                  ? 0
                  : new BigDecimal(value(v, 6).toString())
                      .movePointRight(6)
                      .setScale(0, RoundingMode.HALF_EVEN)
                      .longValueExact();
          return Interval.of(months, days, Math.addExact(time, seconds));
        });
  }

  private static long count(@Nullable Object[] values, int index) {
    return index < values.length ? (Long) value(values, index) : 0;
  }

  /**
   * The difference of two timestamps by fields; a lower field borrows from the next higher one,
   * days from the month of the earlier timestamp.
   */
  static Interval age(long later, long earlier) {
    if (Infinity.isTimestamp(later) || Infinity.isTimestamp(earlier)) {
      throw CoreErrorMessage.INFINITE_TIMESTAMP_DIFFERENCE.error();
    }
    if (later < earlier) {
      return age(earlier, later).negated();
    }
    LocalDateTime to = DateTimes.dateTime(later);
    LocalDateTime from = DateTimes.dateTime(earlier);
    long months =
        (to.getYear() - (long) from.getYear()) * MONTHS_PER_YEAR
            + to.getMonthValue()
            - from.getMonthValue();
    long days = to.getDayOfMonth() - (long) from.getDayOfMonth();
    long time = (to.toLocalTime().toNanoOfDay() - from.toLocalTime().toNanoOfDay()) / 1_000;
    if (time < 0) {
      time += MICROS_PER_DAY;
      days--;
    }
    if (days < 0) {
      days += YearMonth.from(from).lengthOfMonth();
      months--;
    }
    return Interval.of(months, days, time);
  }

  /**
   * A field, with the digits after its point, if any.
   *
   * @throws MosqlException 0A000 for a field of dates that intervals do not have, 22023 for an
   *     unknown name
   */
  static BigDecimal field(String name, Interval interval) {
    String upper = name.trim().toUpperCase(Locale.ROOT);
    int years = interval.months() / MONTHS_PER_YEAR;
    int months = interval.months() % MONTHS_PER_YEAR;
    long minute = interval.micros() % MICROS_PER_MINUTE;
    return switch (upper) {
      case "EPOCH" -> epoch(interval);
      case "DOW", "ISODOW", "DOY", "ISOYEAR", "WEEK", "WEEKS" ->
          throw SqlErrorMessage.INTERVAL_UNIT_UNSUPPORTED.error(upper.toLowerCase(Locale.ROOT));
      default ->
          switch (DateTimeUnit.of(upper)) {
            case MICROSECOND -> BigDecimal.valueOf(minute);
            case MILLISECOND -> BigDecimal.valueOf(minute, 3);
            case SECOND -> BigDecimal.valueOf(minute, 6);
            case MINUTE ->
                BigDecimal.valueOf(interval.micros() % MICROS_PER_HOUR / MICROS_PER_MINUTE);
            case HOUR -> BigDecimal.valueOf(interval.micros() / MICROS_PER_HOUR);
            case DAY, WEEK -> BigDecimal.valueOf(interval.days());
            case MONTH -> BigDecimal.valueOf(months);
            case QUARTER -> BigDecimal.valueOf(months / MONTHS_PER_QUARTER + 1);
            case YEAR -> BigDecimal.valueOf(years);
            case DECADE -> BigDecimal.valueOf(years / 10);
            case CENTURY -> BigDecimal.valueOf(years / 100);
            case MILLENNIUM -> BigDecimal.valueOf(years / 1_000);
          };
    };
  }

  private static BigDecimal epoch(Interval interval) {
    long seconds =
        interval.months() / MONTHS_PER_YEAR * SECONDS_PER_YEAR
            + interval.months() % MONTHS_PER_YEAR * SECONDS_PER_MONTH
            + interval.days() * SECONDS_PER_DAY;
    return BigDecimal.valueOf(seconds).add(BigDecimal.valueOf(interval.micros(), 6));
  }
}

package io.mosql.sql.function.time;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.error.MosqlException;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.Interval;
import io.mosql.sql.error.SqlErrorMessage;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A unit of dates and times, with its operations on timestamps: fields, truncation, addition and
 * difference.
 */
public enum DateTimeUnit {
  MICROSECOND(0, 1),
  MILLISECOND(0, 1_000),
  SECOND(0, 1_000_000),
  MINUTE(0, 60_000_000L),
  HOUR(0, 3_600_000_000L),
  DAY(0, 86_400_000_000L),
  WEEK(0, 7 * 86_400_000_000L),
  MONTH(1, 0),
  QUARTER(3, 0),
  YEAR(12, 0),
  DECADE(120, 0),
  CENTURY(1_200, 0),
  MILLENNIUM(12_000, 0);

  private final int months;
  private final long micros;

  DateTimeUnit(int months, long micros) {
    this.months = months;
    this.micros = micros;
  }

  /**
   * The unit with a name, which may be a plural or one of PostgreSQL's abbreviations.
   *
   * @throws MosqlException 22023
   */
  public static DateTimeUnit of(String name) {
    DateTimeUnit unit = find(name);
    if (unit == null) {
      throw unknown(name);
    }
    return unit;
  }

  /** The unit with a name, as {@link #of}, or null. */
  public static @Nullable DateTimeUnit find(String name) {
    String upper = name.trim().toUpperCase(Locale.ROOT);
    return switch (upper) {
      case "US", "USEC", "USECS", "USECOND", "USECONDS" -> MICROSECOND;
      case "MS", "MSEC", "MSECS", "MSECOND", "MSECONDS" -> MILLISECOND;
      case "SEC", "SECS" -> SECOND;
      case "MIN", "MINS" -> MINUTE;
      case "HR", "HRS" -> HOUR;
      case "MON", "MONS" -> MONTH;
      case "QTR" -> QUARTER;
      case "YR", "YRS" -> YEAR;
      case "DEC", "DECS" -> DECADE;
      case "CENT", "CENTURIES" -> CENTURY;
      case "MIL", "MILS", "MILLENNIA", "MILLENNIUMS" -> MILLENNIUM;
      default -> {
        for (DateTimeUnit unit : values()) {
          if (upper.equals(unit.name()) || upper.equals(unit.name() + "S")) {
            yield unit;
          }
        }
        yield null;
      }
    };
  }

  private static MosqlException unknown(String name) {
    return SqlErrorMessage.UNIT_UNRECOGNIZED.error(name.toLowerCase(Locale.ROOT));
  }

  /** Whether adding the unit keeps the time of day. */
  boolean isDateUnit() {
    return months > 0 || this == DAY || this == WEEK;
  }

  /** Adds a number of units to a timestamp; an infinite one is unchanged. */
  public long plus(long timestamp, long count) {
    if (Infinity.isTimestamp(timestamp)) {
      return timestamp;
    }
    try {
      return months > 0
          ? DateTimes.micros(
              DateTimes.dateTime(timestamp).plusMonths(Math.multiplyExact(count, months)))
          : Infinity.finite(Math.addExact(timestamp, Math.multiplyExact(count, micros)));
    } catch (ArithmeticException | DateTimeException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "timestamp");
    }
  }

  /** An interval of one unit. */
  public Interval interval() {
    return isDateUnit() ? Interval.of(months, micros / DAY.micros, 0) : Interval.of(0, 0, micros);
  }

  /** Whole units from one timestamp to the other. */
  public long between(long from, long to) {
    if (Infinity.isTimestamp(from) || Infinity.isTimestamp(to)) {
      throw CoreErrorMessage.INFINITE_TIMESTAMP_DIFFERENCE.error();
    }
    try {
      return months > 0
          ? ChronoUnit.MONTHS.between(DateTimes.dateTime(from), DateTimes.dateTime(to)) / months
          : Math.subtractExact(to, from) / micros;
    } catch (ArithmeticException e) {
      throw CoreErrorMessage.DATETIME_OUT_OF_RANGE.causedBy(e, "timestamp");
    }
  }

  /** The beginning of the unit that the finite timestamp is in. */
  public long truncate(long timestamp) {
    LocalDateTime time = DateTimes.dateTime(timestamp);
    LocalDate date = time.toLocalDate();
    int year = date.getYear();
    LocalDate start =
        switch (this) {
          case WEEK -> date.minusDays(date.getDayOfWeek().getValue() - 1L);
          case MONTH -> date.withDayOfMonth(1);
          case QUARTER -> LocalDate.of(year, (date.getMonthValue() - 1) / 3 * 3 + 1, 1);
          case YEAR -> LocalDate.of(year, 1, 1);
          case DECADE -> LocalDate.of(Math.floorDiv(year, 10) * 10, 1, 1);
          case CENTURY -> LocalDate.of(Math.floorDiv(year - 1, 100) * 100 + 1, 1, 1);
          case MILLENNIUM -> LocalDate.of(Math.floorDiv(year - 1, 1_000) * 1_000 + 1, 1, 1);
          default -> date;
        };
    return isDateUnit()
        ? DateTimes.micros(start.atStartOfDay())
        : Math.floorDiv(timestamp, micros) * micros;
  }

  /**
   * A field of an infinite timestamp: infinite for fields that grow with time, NULL for cyclic
   * ones.
   *
   * @param name name as in {@link #field}
   */
  public static @Nullable Double ofInfinite(String name, boolean positive) {
    String upper = name.trim().toUpperCase(Locale.ROOT);
    boolean grows =
        switch (upper) {
          case "EPOCH", "ISOYEAR", "JULIAN" -> true;
          case "DOW", "ISODOW", "DOY" -> false;
          default ->
              switch (of(upper)) {
                case YEAR, DECADE, CENTURY, MILLENNIUM -> true;
                default -> false;
              };
        };
    return !grows ? null : positive ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  /**
   * As {@link #ofInfinite}, as a whole number, which is never infinite.
   *
   * @throws MosqlException 22003
   */
  public static @Nullable Long wholeOfInfinite(String name) {
    if (ofInfinite(name, true) != null) {
      throw SqlErrorMessage.INFINITY_TO_BIGINT.error();
    }
    return null;
  }

  /**
   * The interval truncated to the unit.
   *
   * @throws MosqlException 0A000 for weeks, since a month is not a whole number of weeks
   */
  public Interval truncate(Interval interval) {
    if (this == WEEK) {
      throw SqlErrorMessage.INTERVAL_UNIT_UNSUPPORTED.error("week");
    } else if (months > 0) {
      return Interval.of((long) (interval.months() / months) * months, 0, 0);
    } else if (this == DAY) {
      return Interval.of(interval.months(), interval.days(), 0);
    }
    return Interval.of(interval.months(), interval.days(), interval.micros() / micros * micros);
  }

  /**
   * A field of a timestamp, with the digits after its point, if any.
   *
   * @param name of a unit, or {@code dow, isodow, doy, isoyear, epoch, julian}
   * @throws MosqlException 22023 for an unknown name
   */
  public static BigDecimal field(String name, LocalDateTime time) {
    String upper = name.trim().toUpperCase(Locale.ROOT);
    return switch (upper) {
      // also for dates, which may be later than any timestamp
      case "EPOCH" ->
          BigDecimal.valueOf(time.toEpochSecond(ZoneOffset.UTC))
              .add(BigDecimal.valueOf(time.getLong(ChronoField.MICRO_OF_SECOND), 6));
      case "DOW" -> BigDecimal.valueOf(time.getDayOfWeek().getValue() % 7);
      case "ISODOW" -> BigDecimal.valueOf(time.getDayOfWeek().getValue());
      case "DOY" -> BigDecimal.valueOf(time.getDayOfYear());
      case "ISOYEAR" -> BigDecimal.valueOf(counted(time.get(IsoFields.WEEK_BASED_YEAR)));
      case "JULIAN" -> {
        BigDecimal micros = BigDecimal.valueOf(time.getLong(ChronoField.MICRO_OF_DAY));
        BigDecimal day = micros.divide(BigDecimal.valueOf(DAY.micros), MathContext.DECIMAL64);
        yield BigDecimal.valueOf(time.getLong(JulianFields.JULIAN_DAY)).add(day);
      }
      default -> of(upper).field(time);
    };
  }

  private BigDecimal field(LocalDateTime time) {
    int year = time.getYear();
    long microsOfMinute = time.getSecond() * 1_000_000L + time.getLong(ChronoField.MICRO_OF_SECOND);
    return switch (this) {
      case MICROSECOND -> BigDecimal.valueOf(microsOfMinute);
      case MILLISECOND -> BigDecimal.valueOf(microsOfMinute, 3);
      case SECOND -> BigDecimal.valueOf(microsOfMinute, 6);
      case MINUTE -> BigDecimal.valueOf(time.getMinute());
      case HOUR -> BigDecimal.valueOf(time.getHour());
      case DAY -> BigDecimal.valueOf(time.getDayOfMonth());
      case WEEK -> BigDecimal.valueOf(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
      case MONTH -> BigDecimal.valueOf(time.getMonthValue());
      case QUARTER -> BigDecimal.valueOf(time.get(IsoFields.QUARTER_OF_YEAR));
      case YEAR -> BigDecimal.valueOf(counted(year));
      case DECADE -> BigDecimal.valueOf(Math.floorDiv(year, 10));
      case CENTURY -> BigDecimal.valueOf(counted(Math.floorDiv(year - 1, 100) + 1));
      case MILLENNIUM -> BigDecimal.valueOf(counted(Math.floorDiv(year - 1, 1_000) + 1));
    };
  }

  /** Whether a field may have digits after its point. */
  public static boolean hasFraction(String name) {
    return switch (name.trim().toUpperCase(Locale.ROOT)) {
      case "EPOCH", "SECOND", "SECONDS", "MILLISECOND", "MILLISECONDS" -> true;
      default -> false;
    };
  }

  /**
   * Converts a proleptic number: there is no year, century or millennium 0; the 0 of java.time is
   * -1, as in PostgreSQL.
   */
  private static int counted(int number) {
    return number > 0 ? number : number - 1;
  }
}

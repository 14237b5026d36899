package io.mosql.jdbc.conversion;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.ZonedTimes;
import io.mosql.jdbc.base.SqlErrors;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times between the engine (days and microseconds, without a zone), java.time and the old
 * classes of java.sql. Where an instant is wanted, or given, the zone is that of the Calendar, else
 * that of the JVM. Infinite ones are LocalDate.MAX and its like; of the old classes those so many
 * milliseconds from 1970 that PostgreSQL's driver takes for them.
 */
@SuppressWarnings("JavaUtilDate")
public // JDBC is about just these classes
final class TemporalConversions {
  private static final LocalDate EPOCH = LocalDate.ofEpochDay(0);

  /** Milliseconds of what is infinite, in the old classes. */
  private static final long INFINITE_MILLIS = 9_223_372_036_825_200_000L;

  private static final long MINUS_INFINITE_MILLIS = -9_223_372_036_832_400_000L;

  private TemporalConversions() {}

  private static LocalDate date(int days) {
    return DateTimes.date(days);
  }

  /** Whether so many milliseconds from 1970 are infinite. */
  private static boolean isInfinite(long millis) {
    return millis >= INFINITE_MILLIS || millis <= MINUS_INFINITE_MILLIS;
  }

  private static LocalDateTime infinite(long millis) {
    return millis > 0 ? LocalDateTime.MAX : LocalDateTime.MIN;
  }

  private static long infiniteMillis(boolean positive) {
    return positive ? INFINITE_MILLIS : MINUS_INFINITE_MILLIS;
  }

  /** A moment of the engine, in UTC. */
  public static OffsetDateTime moment(long micros) {
    if (Infinity.isTimestamp(micros)) {
      return micros > 0 ? OffsetDateTime.MAX : OffsetDateTime.MIN;
    }
    return ZonedTimes.instant(micros).atOffset(ZoneOffset.UTC);
  }

  /** What the clocks of a zone show at a moment. */
  public static LocalDateTime local(OffsetDateTime moment, ZoneId zone) {
    return Infinity.isInfinite(moment)
        ? moment.toLocalDateTime()
        : LocalDateTime.ofInstant(moment.toInstant(), zone);
  }

  public static Timestamp sqlTimestamp(OffsetDateTime moment) {
    return Infinity.isInfinite(moment)
        ? new Timestamp(infiniteMillis(moment.equals(OffsetDateTime.MAX)))
        : Timestamp.from(moment.toInstant());
  }

  public static Instant instant(OffsetDateTime moment) {
    if (Infinity.isInfinite(moment)) {
      return moment.equals(OffsetDateTime.MAX) ? Instant.MAX : Instant.MIN;
    }
    return moment.toInstant();
  }

  public static ZonedDateTime zoned(OffsetDateTime moment) {
    return Infinity.isInfinite(moment)
        ? moment.toZonedDateTime()
        : moment.atZoneSameInstant(ZoneId.systemDefault());
  }

  /** The moment when the clocks of the JVM's zone show a date and time. */
  public static OffsetDateTime moment(LocalDateTime value) {
    if (Infinity.isInfinite(value)) {
      return value.equals(LocalDateTime.MAX) ? OffsetDateTime.MAX : OffsetDateTime.MIN;
    }
    return value.atZone(ZoneId.systemDefault()).toOffsetDateTime();
  }

  /** The date in a value of the engine; null when a value of this kind has none. */
  public static @Nullable LocalDate toDate(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case DATE -> date((Integer) value);
      case TIMESTAMP -> DateTimes.dateTime((Long) value).toLocalDate();
      case TIMESTAMPTZ -> local((Long) value).toLocalDate();
      case CHAR, VARCHAR, TEXT -> parse((String) value).toLocalDate();
      default -> null;
    };
  }

  public static @Nullable LocalTime toTime(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case TIME -> DateTimes.time((Long) value);
      case TIMESTAMP, TIMESTAMPTZ -> {
        if (Infinity.isTimestamp((Long) value)) {
          yield null;
        }
        yield (kind == TypeKind.TIMESTAMP ? DateTimes.dateTime((Long) value) : local((Long) value))
            .toLocalTime();
      }
      case CHAR, VARCHAR, TEXT -> parse((String) value).toLocalTime();
      default -> null;
    };
  }

  public static @Nullable LocalDateTime toTimestamp(Object value, TypeKind kind)
      throws SQLException {
    return switch (kind) {
      case DATE -> DateTimes.startOf(date((Integer) value));
      case TIME -> DateTimes.time((Long) value).atDate(EPOCH);
      case TIMESTAMP -> DateTimes.dateTime((Long) value);
      case TIMESTAMPTZ -> local((Long) value);
      case CHAR, VARCHAR, TEXT -> parse((String) value);
      default -> null;
    };
  }

  /** What the clocks of the JVM's zone show at a moment. */
  private static LocalDateTime local(long moment) {
    return local(moment(moment), ZoneId.systemDefault());
  }

  /** A moment that an object of JDBC is by itself; null when it is none, or not alone. */
  public static @Nullable OffsetDateTime moment(Object x) {
    OffsetDateTime infinite = infiniteMoment(x);
    if (infinite != null) {
      return infinite;
    }
    Instant instant =
        x instanceof Instant known
            ? known
            : x instanceof OffsetDateTime offset
                ? offset.toInstant()
                : x instanceof ZonedDateTime zoned
                    ? zoned.toInstant()
                    : x instanceof Timestamp timestamp
                        ? timestamp.toInstant()
                        : x instanceof Calendar calendar
                            ? calendar.toInstant()
                            : x != null && x.getClass() == java.util.Date.class
                                ? ((java.util.Date) x).toInstant()
                                : null;
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  private static @Nullable OffsetDateTime infiniteMoment(Object x) {
    if (x instanceof OffsetDateTime known) {
      return Infinity.isInfinite(known) ? known : null;
    }
    if (x instanceof ZonedDateTime zoned) {
      return Infinity.isInfinite(zoned.toLocalDateTime()) ? moment(zoned.toLocalDateTime()) : null;
    }
    if (x instanceof Instant instant) {
      return instant.equals(Instant.MAX)
          ? OffsetDateTime.MAX
          : instant.equals(Instant.MIN) ? OffsetDateTime.MIN : null;
    }
    boolean dated = x instanceof Timestamp || x != null && x.getClass() == java.util.Date.class;
    return dated && isInfinite(((java.util.Date) x).getTime())
        ? moment(infinite(((java.util.Date) x).getTime()))
        : null;
  }

  /**
   * A date, a time (on 1970-01-01) or both, as SQL writes them, or infinity; 22007 when it is none.
   */
  static LocalDateTime parse(String text) throws SQLException {
    try {
      return text.indexOf('-') >= 0 || text.trim().equalsIgnoreCase("infinity")
          ? DateTimes.dateTime(DateTimes.parseTimestamp(text))
          : DateTimes.time(DateTimes.parseTime(text)).atDate(EPOCH);
    } catch (MosqlException | DateTimeException | ArithmeticException e) {
      throw SqlErrors.of(SqlState.INVALID_DATETIME, "The text is not a date or time");
    }
  }

  static String text(LocalTime value) {
    return DateTimes.formatTime(value.toNanoOfDay() / 1_000);
  }

  static String text(LocalDateTime value) {
    return DateTimes.formatTimestamp(DateTimes.micros(value));
  }

  public static ZoneId zone(@Nullable Calendar calendar) {
    return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
  }

  public static Date sqlDate(LocalDate value, @Nullable Calendar calendar) {
    if (Infinity.isInfinite(value)) {
      return new Date(infiniteMillis(value.equals(LocalDate.MAX)));
    }
    return calendar == null
        ? Date.valueOf(value)
        : new Date(value.atStartOfDay(zone(calendar)).toInstant().toEpochMilli());
  }

  public static Time sqlTime(LocalTime value, @Nullable Calendar calendar) {
    return new Time(value.atDate(EPOCH).atZone(zone(calendar)).toInstant().toEpochMilli());
  }

  public static Timestamp sqlTimestamp(LocalDateTime value, @Nullable Calendar calendar) {
    if (Infinity.isInfinite(value)) {
      return new Timestamp(infiniteMillis(value.equals(LocalDateTime.MAX)));
    }
    return calendar == null
        ? Timestamp.valueOf(value)
        : Timestamp.from(value.atZone(zone(calendar)).toInstant());
  }

  public static LocalDate localDate(Date value, @Nullable Calendar calendar) {
    return calendar == null && !isInfinite(value.getTime())
        ? value.toLocalDate()
        : ofMillis(value.getTime(), calendar).toLocalDate();
  }

  public static LocalTime localTime(Time value, @Nullable Calendar calendar) {
    return ofMillis(value.getTime(), calendar).toLocalTime();
  }

  public static LocalDateTime localDateTime(Timestamp value, @Nullable Calendar calendar) {
    if (isInfinite(value.getTime())) {
      return infinite(value.getTime());
    }
    return calendar == null
        ? value.toLocalDateTime()
        : LocalDateTime.ofInstant(value.toInstant(), zone(calendar));
  }

  static LocalDateTime ofMillis(long millis, @Nullable Calendar calendar) {
    if (isInfinite(millis)) {
      return infinite(millis);
    }
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone(calendar));
  }
}

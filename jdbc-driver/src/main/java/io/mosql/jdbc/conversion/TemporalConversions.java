package io.mosql.jdbc.conversion;

import io.mosql.core.error.MosqlException;
import io.mosql.core.type.DateTimes;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.ZonedTimes;
import io.mosql.jdbc.base.DriverErrorMessage;
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
 * Converts dates and times between the engine (days and microseconds, without a zone), java.time
 * and the java.sql classes. Conversions from or to an instant use the zone of the Calendar, else
 * that of the JVM. Infinite values are LocalDate.MAX and the like; in the java.sql classes they
 * have the milliseconds since 1970 that the PostgreSQL driver uses for infinity.
 */
@SuppressWarnings("JavaUtilDate")
public // JDBC prescribes these classes
final class TemporalConversions {
  private static final LocalDate EPOCH = LocalDate.ofEpochDay(0);

  /** Milliseconds of an infinite value in the java.sql classes. */
  private static final long INFINITE_MILLIS = 9_223_372_036_825_200_000L;

  private static final long MINUS_INFINITE_MILLIS = -9_223_372_036_832_400_000L;

  private TemporalConversions() {}

  private static LocalDate date(int days) {
    return DateTimes.date(days);
  }

  /** Whether these milliseconds since 1970 denote infinity. */
  private static boolean isInfinite(long millis) {
    return millis >= INFINITE_MILLIS || millis <= MINUS_INFINITE_MILLIS;
  }

  private static LocalDateTime infinite(long millis) {
    return millis > 0 ? LocalDateTime.MAX : LocalDateTime.MIN;
  }

  private static long infiniteMillis(boolean positive) {
    return positive ? INFINITE_MILLIS : MINUS_INFINITE_MILLIS;
  }

  /** Converts an instant of the engine to UTC. */
  public static OffsetDateTime moment(long micros) {
    if (Infinity.isTimestamp(micros)) {
      return micros > 0 ? OffsetDateTime.MAX : OffsetDateTime.MIN;
    }
    return ZonedTimes.instant(micros).atOffset(ZoneOffset.UTC);
  }

  /** The local time in a zone at an instant. */
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

  /** The instant of a local date and time in the JVM's zone. */
  public static OffsetDateTime moment(LocalDateTime value) {
    if (Infinity.isInfinite(value)) {
      return value.equals(LocalDateTime.MAX) ? OffsetDateTime.MAX : OffsetDateTime.MIN;
    }
    return value.atZone(ZoneId.systemDefault()).toOffsetDateTime();
  }

  /** The date of an engine value; null when values of this kind have none. */
  public static @Nullable LocalDate toDate(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case DATE -> date((Integer) value);
      case TIMESTAMP -> DateTimes.dateTime((Long) value).toLocalDate();
      case TIMESTAMPTZ -> local((Long) value).toLocalDate();
      case CHAR, VARCHAR, TEXT, CLOB -> parse((String) value).toLocalDate();
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
      case CHAR, VARCHAR, TEXT, CLOB -> parse((String) value).toLocalTime();
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
      case CHAR, VARCHAR, TEXT, CLOB -> parse((String) value);
      default -> null;
    };
  }

  /** The local time in the JVM's zone at an instant. */
  private static LocalDateTime local(long moment) {
    return local(moment(moment), ZoneId.systemDefault());
  }

  /**
   * The instant represented by an object; null when the object does not represent an instant by
   * itself.
   */
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
   * Parses a date, a time (on 1970-01-01) or both in SQL notation, or infinity; 22007 when invalid.
   */
  static LocalDateTime parse(String text) throws SQLException {
    try {
      return text.indexOf('-') >= 0 || text.trim().equalsIgnoreCase("infinity")
          ? DateTimes.dateTime(DateTimes.parseTimestamp(text))
          : DateTimes.time(DateTimes.parseTime(text)).atDate(EPOCH);
    } catch (MosqlException | DateTimeException | ArithmeticException e) {
      throw DriverErrorMessage.INVALID_DATETIME_TEXT.sqlException();
    }
  }

  static String text(LocalTime value) {
    return DateTimes.formatTime(DateTimes.micros(value));
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

  /** In the hour that comes twice it is the later one, as {@link Timestamp#valueOf} has it. */
  public static Timestamp sqlTimestamp(LocalDateTime value, @Nullable Calendar calendar) {
    if (Infinity.isInfinite(value)) {
      return new Timestamp(infiniteMillis(value.equals(LocalDateTime.MAX)));
    }
    return calendar == null
        ? Timestamp.valueOf(value)
        : Timestamp.from(value.atZone(zone(calendar)).withLaterOffsetAtOverlap().toInstant());
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

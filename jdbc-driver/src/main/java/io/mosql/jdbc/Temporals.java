package io.mosql.jdbc;

import io.mosql.core.error.MosqlException;
import io.mosql.core.error.SqlState;
import io.mosql.core.type.Temporal;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.Zoned;
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
 * that of the JVM.
 */
@SuppressWarnings("JavaUtilDate") // JDBC is about just these classes
final class Temporals {
  private static final LocalDate EPOCH = LocalDate.ofEpochDay(0);

  private Temporals() {}

  private static LocalDate date(int days) {
    return LocalDate.ofEpochDay(days);
  }

  /** The date in a value of the engine; null when a value of this kind has none. */
  static @Nullable LocalDate toDate(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case DATE -> date((Integer) value);
      case TIMESTAMP -> Temporal.dateTime((Long) value).toLocalDate();
      case TIMESTAMPTZ -> local((Long) value).toLocalDate();
      case CHAR, VARCHAR, TEXT -> parse((String) value).toLocalDate();
      default -> null;
    };
  }

  static @Nullable LocalTime toTime(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case TIME -> Temporal.time((Long) value);
      case TIMESTAMP -> Temporal.dateTime((Long) value).toLocalTime();
      case TIMESTAMPTZ -> local((Long) value).toLocalTime();
      case CHAR, VARCHAR, TEXT -> parse((String) value).toLocalTime();
      default -> null;
    };
  }

  static @Nullable LocalDateTime toTimestamp(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case DATE -> date((Integer) value).atStartOfDay();
      case TIME -> Temporal.time((Long) value).atDate(EPOCH);
      case TIMESTAMP -> Temporal.dateTime((Long) value);
      case TIMESTAMPTZ -> local((Long) value);
      case CHAR, VARCHAR, TEXT -> parse((String) value);
      default -> null;
    };
  }

  /** What the clocks of the JVM's zone show at a moment. */
  private static LocalDateTime local(long moment) {
    return LocalDateTime.ofInstant(Zoned.instant(moment), ZoneId.systemDefault());
  }

  /** A moment that an object of JDBC is by itself; null when it is none, or not alone. */
  static @Nullable OffsetDateTime moment(Object x) {
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

  /** A date, a time (on 1970-01-01) or both, as SQL writes them; 22007 when it is none. */
  static LocalDateTime parse(String text) throws SQLException {
    try {
      return text.indexOf('-') >= 0
          ? Temporal.dateTime(Temporal.parseTimestamp(text))
          : Temporal.time(Temporal.parseTime(text)).atDate(EPOCH);
    } catch (MosqlException | DateTimeException | ArithmeticException e) {
      throw SqlErrors.of(SqlState.INVALID_DATETIME, "The text is not a date or time");
    }
  }

  static String text(LocalTime value) {
    return Temporal.formatTime(value.toNanoOfDay() / 1_000);
  }

  static String text(LocalDateTime value) {
    return Temporal.formatTimestamp(Temporal.micros(value));
  }

  static ZoneId zone(@Nullable Calendar calendar) {
    return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
  }

  static Date sqlDate(LocalDate value, @Nullable Calendar calendar) {
    return calendar == null
        ? Date.valueOf(value)
        : new Date(value.atStartOfDay(zone(calendar)).toInstant().toEpochMilli());
  }

  static Time sqlTime(LocalTime value, @Nullable Calendar calendar) {
    return new Time(value.atDate(EPOCH).atZone(zone(calendar)).toInstant().toEpochMilli());
  }

  static Timestamp sqlTimestamp(LocalDateTime value, @Nullable Calendar calendar) {
    return calendar == null
        ? Timestamp.valueOf(value)
        : Timestamp.from(value.atZone(zone(calendar)).toInstant());
  }

  static LocalDate localDate(Date value, @Nullable Calendar calendar) {
    return calendar == null
        ? value.toLocalDate()
        : ofMillis(value.getTime(), calendar).toLocalDate();
  }

  static LocalTime localTime(Time value, @Nullable Calendar calendar) {
    return ofMillis(value.getTime(), calendar).toLocalTime();
  }

  static LocalDateTime localDateTime(Timestamp value, @Nullable Calendar calendar) {
    return calendar == null
        ? value.toLocalDateTime()
        : LocalDateTime.ofInstant(value.toInstant(), zone(calendar));
  }

  static LocalDateTime ofMillis(long millis, @Nullable Calendar calendar) {
    return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone(calendar));
  }
}

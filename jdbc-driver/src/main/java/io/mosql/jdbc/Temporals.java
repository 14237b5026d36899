package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import io.mosql.core.type.TypeKind;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times between the engine (days and microseconds, without a zone), java.time and the old
 * classes of java.sql. Where an instant is wanted, or given, the zone is that of the Calendar, else
 * that of the JVM.
 */
@SuppressWarnings("JavaUtilDate") // JDBC is about just these classes
final class Temporals {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final LocalDate EPOCH = LocalDate.ofEpochDay(0);

  private static final DateTimeFormatter TIME_TEXT =
      new DateTimeFormatterBuilder()
          .appendPattern("HH:mm:ss")
          .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
          .toFormatter(java.util.Locale.ROOT);

  private Temporals() {}

  static LocalDate date(int days) {
    return LocalDate.ofEpochDay(days);
  }

  static LocalTime time(long micros) {
    return LocalTime.ofNanoOfDay(micros * 1_000);
  }

  static LocalDateTime timestamp(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND),
        (int) Math.floorMod(micros, MICROS_PER_SECOND) * 1_000,
        ZoneOffset.UTC);
  }

  /** The date in a value of the engine; null when a value of this kind has none. */
  static @Nullable LocalDate toDate(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case DATE -> date((Integer) value);
      case TIMESTAMP -> timestamp((Long) value).toLocalDate();
      case CHAR, VARCHAR, TEXT -> parse((String) value).toLocalDate();
      default -> null;
    };
  }

  static @Nullable LocalTime toTime(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case TIME -> time((Long) value);
      case TIMESTAMP -> timestamp((Long) value).toLocalTime();
      case CHAR, VARCHAR, TEXT -> parse((String) value).toLocalTime();
      default -> null;
    };
  }

  static @Nullable LocalDateTime toTimestamp(Object value, TypeKind kind) throws SQLException {
    return switch (kind) {
      case DATE -> date((Integer) value).atStartOfDay();
      case TIME -> time((Long) value).atDate(EPOCH);
      case TIMESTAMP -> timestamp((Long) value);
      case CHAR, VARCHAR, TEXT -> parse((String) value);
      default -> null;
    };
  }

  /** A date, a time (on 1970-01-01) or both, as SQL writes them; 22007 when it is none. */
  static LocalDateTime parse(String text) throws SQLException {
    String trimmed = text.trim();
    try {
      if (trimmed.length() > 10 && trimmed.charAt(4) == '-') {
        return LocalDateTime.of(
            LocalDate.parse(trimmed.substring(0, 10)), LocalTime.parse(trimmed.substring(11)));
      }
      return trimmed.indexOf(':') >= 0
          ? LocalTime.parse(trimmed).atDate(EPOCH)
          : LocalDate.parse(trimmed).atStartOfDay();
    } catch (DateTimeException e) {
      throw SqlErrors.of(SqlState.INVALID_DATETIME, "The text is not a date or time");
    }
  }

  static String text(LocalTime value) {
    return TIME_TEXT.format(value);
  }

  static String text(LocalDateTime value) {
    return value.toLocalDate() + " " + TIME_TEXT.format(value);
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

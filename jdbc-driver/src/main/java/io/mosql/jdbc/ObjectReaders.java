package io.mosql.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The classes that {@code getObject(column, class)} can give. Stateless. */
final class ObjectReaders {
  /** Reads the value of a column as an object of one class. */
  @FunctionalInterface
  interface Reader {
    /** Anything when the value was NULL. */
    @Nullable Object read(ReadingResultSet row, int column) throws SQLException;
  }

  private static final Map<Class<?>, Reader> READERS =
      Map.ofEntries(
          Map.entry(Object.class, ReadingResultSet::getObject),
          Map.entry(String.class, ReadingResultSet::getString),
          Map.entry(Boolean.class, ReadingResultSet::getBoolean),
          Map.entry(Byte.class, ReadingResultSet::getByte),
          Map.entry(Short.class, ReadingResultSet::getShort),
          Map.entry(Integer.class, ReadingResultSet::getInt),
          Map.entry(Long.class, ReadingResultSet::getLong),
          Map.entry(Float.class, ReadingResultSet::getFloat),
          Map.entry(Double.class, ReadingResultSet::getDouble),
          Map.entry(BigDecimal.class, ReadingResultSet::getBigDecimal),
          Map.entry(BigInteger.class, ObjectReaders::bigInteger),
          Map.entry(byte[].class, ReadingResultSet::getBytes),
          Map.entry(Date.class, ReadingResultSet::getDate),
          Map.entry(Time.class, ReadingResultSet::getTime),
          Map.entry(Timestamp.class, ReadingResultSet::getTimestamp),
          Map.entry(java.util.Date.class, ReadingResultSet::getTimestamp),
          Map.entry(LocalDate.class, ReadingResultSet::localDate),
          Map.entry(LocalTime.class, ReadingResultSet::localTime),
          Map.entry(LocalDateTime.class, ReadingResultSet::localDateTime),
          Map.entry(Instant.class, ObjectReaders::instant),
          Map.entry(OffsetDateTime.class, ObjectReaders::offsetDateTime),
          Map.entry(ZonedDateTime.class, ObjectReaders::zonedDateTime),
          Map.entry(UUID.class, ReadingResultSet::uuid),
          Map.entry(Period.class, Intervals::period),
          Map.entry(Duration.class, Intervals::duration),
          Map.entry(Blob.class, ReadingResultSet::getBlob),
          Map.entry(Clob.class, ReadingResultSet::getClob),
          Map.entry(NClob.class, ReadingResultSet::getNClob));

  private ObjectReaders() {}

  static @Nullable Reader find(@Nullable Class<?> type) {
    return type == null ? null : READERS.get(type);
  }

  private static @Nullable Object bigInteger(ReadingResultSet row, int column) throws SQLException {
    BigDecimal value = row.getBigDecimal(column);
    return value == null ? null : value.toBigInteger();
  }

  private static @Nullable ZonedDateTime zonedDateTime(ReadingResultSet row, int column)
      throws SQLException {
    OffsetDateTime value = offsetDateTime(row, column);
    return value == null ? null : Temporals.zoned(value);
  }

  private static @Nullable OffsetDateTime offsetDateTime(ReadingResultSet row, int column)
      throws SQLException {
    OffsetDateTime moment = row.moment(column);
    if (moment != null) {
      return moment;
    }
    LocalDateTime value = row.localDateTime(column);
    return value == null ? null : Temporals.moment(value);
  }

  private static @Nullable Object instant(ReadingResultSet row, int column) throws SQLException {
    OffsetDateTime value = offsetDateTime(row, column);
    return value == null ? null : Temporals.instant(value);
  }
}

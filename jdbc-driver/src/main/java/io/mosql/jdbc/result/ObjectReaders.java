package io.mosql.jdbc.result;

import io.mosql.jdbc.conversion.TemporalConversions;
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

/** The readers of the classes supported by {@code getObject(column, class)}. Stateless. */
final class ObjectReaders {
  /** Reads the value of a column as an object of one class. */
  @FunctionalInterface
  interface Reader {
    /** Returns the value; the result for NULL is ignored. */
    @Nullable Object read(ColumnValueResultSet row, int column) throws SQLException;
  }

  private static final Map<Class<?>, Reader> READERS =
      Map.ofEntries(
          Map.entry(Object.class, ColumnValueResultSet::getObject),
          Map.entry(String.class, ColumnValueResultSet::getString),
          Map.entry(Boolean.class, ColumnValueResultSet::getBoolean),
          Map.entry(Byte.class, ColumnValueResultSet::getByte),
          Map.entry(Short.class, ColumnValueResultSet::getShort),
          Map.entry(Integer.class, ColumnValueResultSet::getInt),
          Map.entry(Long.class, ColumnValueResultSet::getLong),
          Map.entry(Float.class, ColumnValueResultSet::getFloat),
          Map.entry(Double.class, ColumnValueResultSet::getDouble),
          Map.entry(BigDecimal.class, ColumnValueResultSet::getBigDecimal),
          Map.entry(BigInteger.class, ObjectReaders::bigInteger),
          Map.entry(byte[].class, ColumnValueResultSet::getBytes),
          Map.entry(Date.class, ColumnValueResultSet::getDate),
          Map.entry(Time.class, ColumnValueResultSet::getTime),
          Map.entry(Timestamp.class, ColumnValueResultSet::getTimestamp),
          Map.entry(java.util.Date.class, ColumnValueResultSet::getTimestamp),
          Map.entry(LocalDate.class, ColumnValueResultSet::localDate),
          Map.entry(LocalTime.class, ColumnValueResultSet::localTime),
          Map.entry(LocalDateTime.class, ColumnValueResultSet::localDateTime),
          Map.entry(Instant.class, ObjectReaders::instant),
          Map.entry(OffsetDateTime.class, ObjectReaders::offsetDateTime),
          Map.entry(ZonedDateTime.class, ObjectReaders::zonedDateTime),
          Map.entry(UUID.class, ColumnValueResultSet::uuid),
          Map.entry(Period.class, IntervalConversions::period),
          Map.entry(Duration.class, IntervalConversions::duration),
          Map.entry(Blob.class, ColumnValueResultSet::getBlob),
          Map.entry(Clob.class, ColumnValueResultSet::getClob),
          Map.entry(NClob.class, ColumnValueResultSet::getNClob));

  private ObjectReaders() {}

  static @Nullable Reader find(@Nullable Class<?> type) {
    return type == null ? null : READERS.get(type);
  }

  private static @Nullable Object bigInteger(ColumnValueResultSet row, int column)
      throws SQLException {
    BigDecimal value = row.getBigDecimal(column);
    return value == null ? null : value.toBigInteger();
  }

  private static @Nullable ZonedDateTime zonedDateTime(ColumnValueResultSet row, int column)
      throws SQLException {
    OffsetDateTime value = offsetDateTime(row, column);
    return value == null ? null : TemporalConversions.zoned(value);
  }

  private static @Nullable OffsetDateTime offsetDateTime(ColumnValueResultSet row, int column)
      throws SQLException {
    OffsetDateTime moment = row.moment(column);
    if (moment != null) {
      return moment;
    }
    LocalDateTime value = row.localDateTime(column);
    return value == null ? null : TemporalConversions.moment(value);
  }

  private static @Nullable Object instant(ColumnValueResultSet row, int column)
      throws SQLException {
    OffsetDateTime value = offsetDateTime(row, column);
    return value == null ? null : TemporalConversions.instant(value);
  }
}

package io.mosql.jdbc;

import io.mosql.jdbc.conversion.IntervalConversions;
import io.mosql.jdbc.conversion.TemporalConversions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.RowId;
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
    @Nullable Object read(MosqlResultSet row, int column) throws SQLException;
  }

  private static final Map<Class<?>, Reader> READERS =
      Map.ofEntries(
          Map.entry(Object.class, MosqlResultSet::getObject),
          Map.entry(String.class, MosqlResultSet::getString),
          Map.entry(Boolean.class, MosqlResultSet::getBoolean),
          Map.entry(Byte.class, MosqlResultSet::getByte),
          Map.entry(Short.class, MosqlResultSet::getShort),
          Map.entry(Integer.class, MosqlResultSet::getInt),
          Map.entry(Long.class, MosqlResultSet::getLong),
          Map.entry(Float.class, MosqlResultSet::getFloat),
          Map.entry(Double.class, MosqlResultSet::getDouble),
          Map.entry(BigDecimal.class, MosqlResultSet::getBigDecimal),
          Map.entry(BigInteger.class, ObjectReaders::bigInteger),
          Map.entry(byte[].class, MosqlResultSet::getBytes),
          Map.entry(Date.class, MosqlResultSet::getDate),
          Map.entry(Time.class, MosqlResultSet::getTime),
          Map.entry(Timestamp.class, MosqlResultSet::getTimestamp),
          Map.entry(java.util.Date.class, MosqlResultSet::getTimestamp),
          Map.entry(LocalDate.class, MosqlResultSet::localDate),
          Map.entry(LocalTime.class, MosqlResultSet::localTime),
          Map.entry(LocalDateTime.class, MosqlResultSet::localDateTime),
          Map.entry(Instant.class, ObjectReaders::instant),
          Map.entry(OffsetDateTime.class, ObjectReaders::offsetDateTime),
          Map.entry(ZonedDateTime.class, ObjectReaders::zonedDateTime),
          Map.entry(UUID.class, MosqlResultSet::uuid),
          Map.entry(
              Period.class, (row, column) -> IntervalConversions.period(row.getString(column))),
          Map.entry(
              Duration.class, (row, column) -> IntervalConversions.duration(row.getString(column))),
          Map.entry(Array.class, MosqlResultSet::getArray),
          Map.entry(Blob.class, MosqlResultSet::getBlob),
          Map.entry(Clob.class, MosqlResultSet::getClob),
          Map.entry(NClob.class, MosqlResultSet::getNClob),
          Map.entry(RowId.class, MosqlResultSet::getRowId));

  private ObjectReaders() {}

  static @Nullable Reader find(@Nullable Class<?> type) {
    return type == null ? null : READERS.get(type);
  }

  private static @Nullable Object bigInteger(MosqlResultSet row, int column) throws SQLException {
    BigDecimal value = row.getBigDecimal(column);
    return value == null ? null : value.toBigInteger();
  }

  private static @Nullable ZonedDateTime zonedDateTime(MosqlResultSet row, int column)
      throws SQLException {
    OffsetDateTime value = offsetDateTime(row, column);
    return value == null ? null : TemporalConversions.zoned(value);
  }

  private static @Nullable OffsetDateTime offsetDateTime(MosqlResultSet row, int column)
      throws SQLException {
    OffsetDateTime moment = row.moment(column);
    if (moment != null) {
      return moment;
    }
    LocalDateTime value = row.localDateTime(column);
    return value == null ? null : TemporalConversions.moment(value);
  }

  private static @Nullable Object instant(MosqlResultSet row, int column) throws SQLException {
    OffsetDateTime value = offsetDateTime(row, column);
    return value == null ? null : TemporalConversions.instant(value);
  }
}

package io.mosql.jdbc.result;

import io.mosql.core.error.SqlState;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.Uuids;
import io.mosql.core.type.ZonedTimes;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.conversion.MemoryBlob;
import io.mosql.jdbc.conversion.MemoryClob;
import io.mosql.jdbc.conversion.NumericConversions;
import io.mosql.jdbc.conversion.TemporalConversions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The getters for values of the current row. Each has a fast path for the engine class of the
 * column's type, and else uses {@link NumericConversions}, {@link TemporalConversions} and {@link
 * Coercion}.
 */
public abstract class ColumnValueResultSet extends ColumnLabelResultSet {
  private final ResultShape shape;

  /** The current row; null when there is none, and after close. */
  public @Nullable Object @Nullable [] row;

  private boolean wasNull;

  public ColumnValueResultSet(ResultShape shape) {
    this.shape = shape;
  }

  public final ResultShape shape() {
    return shape;
  }

  /** The time zone in which instants are converted to text. */
  public abstract ZoneId zone();

  /** The exception for a missing current row. */
  public abstract SQLException noRow();

  private @Nullable Object value(int columnIndex) throws SQLException {
    @Nullable Object[] current = row;
    if (current == null) {
      throw noRow();
    }
    if (columnIndex < 1 || columnIndex > shape.size()) {
      throw noColumn(columnIndex);
    }
    Object value = current[columnIndex - 1];
    wasNull = value == null;
    return value;
  }

  private TypeKind kind(int columnIndex) {
    return shape.kind(columnIndex - 1);
  }

  private static SQLException noColumn(int columnIndex) {
    return SqlErrors.of(
        SqlState.UNDEFINED_COLUMN, "The result has no column number " + columnIndex);
  }

  private SQLException notConvertible(int columnIndex, String wanted) {
    return SqlErrors.of(
        SqlState.INVALID_CAST,
        "A value of type " + kind(columnIndex) + " cannot be read as " + wanted);
  }

  @Override
  public final boolean wasNull() {
    return wasNull;
  }

  @Override
  public final int findColumn(String columnLabel) throws SQLException {
    return shape.ordinal(columnLabel);
  }

  @Override
  public final int getInt(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value == null) {
      return 0;
    }
    TypeKind kind = kind(columnIndex);
    return kind == TypeKind.INTEGER
        ? (Integer) value
        : (int) NumericConversions.toLong(value, kind, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  @Override
  public final long getLong(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    return value == null
        ? 0
        : NumericConversions.toLong(value, kind(columnIndex), Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Override
  public final short getShort(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    return value == null
        ? 0
        : (short)
            NumericConversions.toLong(value, kind(columnIndex), Short.MIN_VALUE, Short.MAX_VALUE);
  }

  @Override
  public final byte getByte(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    return value == null
        ? 0
        : (byte)
            NumericConversions.toLong(value, kind(columnIndex), Byte.MIN_VALUE, Byte.MAX_VALUE);
  }

  @Override
  public final boolean getBoolean(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    return value != null && NumericConversions.toBoolean(value, kind(columnIndex));
  }

  @Override
  public final float getFloat(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    return value == null ? 0 : NumericConversions.toFloat(value, kind(columnIndex));
  }

  @Override
  public final double getDouble(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    return value == null ? 0 : NumericConversions.toDouble(value, kind(columnIndex));
  }

  @Override
  public final @Nullable BigDecimal getBigDecimal(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    return value == null ? null : NumericConversions.toDecimal(value, kind(columnIndex));
  }

  @Override
  @Deprecated
  public final @Nullable BigDecimal getBigDecimal(int columnIndex, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(columnIndex);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public final @Nullable String getString(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    return kind(columnIndex) == TypeKind.TIMESTAMPTZ
        ? ZonedTimes.format((Long) value, zone())
        : Coercion.format(value, shape.columns().get(columnIndex - 1).type());
  }

  @Override
  public final byte @Nullable [] getBytes(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value == null) {
      return null;
    }
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (kind(columnIndex).isText()) {
      return ((String) value).getBytes(StandardCharsets.UTF_8);
    }
    throw notConvertible(columnIndex, "bytes");
  }

  /** The instant of a TIMESTAMP WITH TIME ZONE; null for NULL and for other types. */
  final @Nullable OffsetDateTime moment(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    return value == null || kind(columnIndex) != TypeKind.TIMESTAMPTZ
        ? null
        : TemporalConversions.moment((long) (Long) value);
  }

  /** The value as a UUID, also parsed from text; null for NULL. */
  final @Nullable UUID uuid(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value == null) {
      return null;
    }
    UUID uuid =
        value instanceof UUID known
            ? known
            : value instanceof String text ? Uuids.parse(text) : null;
    if (uuid == null) {
      throw notConvertible(columnIndex, "a UUID");
    }
    return uuid;
  }

  /** The value as java.time, null for NULL. */
  final @Nullable LocalDate localDate(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value == null) {
      return null;
    }
    LocalDate date = TemporalConversions.toDate(value, kind(columnIndex));
    if (date == null) {
      throw notConvertible(columnIndex, "a date");
    }
    return date;
  }

  final @Nullable LocalTime localTime(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value == null) {
      return null;
    }
    LocalTime time = TemporalConversions.toTime(value, kind(columnIndex));
    if (time == null) {
      throw notConvertible(columnIndex, "a time");
    }
    return time;
  }

  final @Nullable LocalDateTime localDateTime(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value == null) {
      return null;
    }
    LocalDateTime timestamp = TemporalConversions.toTimestamp(value, kind(columnIndex));
    if (timestamp == null) {
      throw notConvertible(columnIndex, "a timestamp");
    }
    return timestamp;
  }

  @Override
  public final @Nullable Date getDate(int columnIndex) throws SQLException {
    return getDate(columnIndex, null);
  }

  @Override
  public final @Nullable Date getDate(int columnIndex, @Nullable Calendar calendar)
      throws SQLException {
    OffsetDateTime moment = moment(columnIndex);
    LocalDate value =
        moment == null
            ? localDate(columnIndex)
            : TemporalConversions.local(moment, TemporalConversions.zone(calendar)).toLocalDate();
    return value == null ? null : TemporalConversions.sqlDate(value, calendar);
  }

  @Override
  public final @Nullable Time getTime(int columnIndex) throws SQLException {
    return getTime(columnIndex, null);
  }

  @Override
  public final @Nullable Time getTime(int columnIndex, @Nullable Calendar calendar)
      throws SQLException {
    OffsetDateTime moment = moment(columnIndex);
    LocalTime value =
        moment == null || Infinity.isInfinite(moment)
            ? localTime(columnIndex)
            : moment.atZoneSameInstant(TemporalConversions.zone(calendar)).toLocalTime();
    return value == null ? null : TemporalConversions.sqlTime(value, calendar);
  }

  @Override
  public final @Nullable Timestamp getTimestamp(int columnIndex) throws SQLException {
    return getTimestamp(columnIndex, null);
  }

  @Override
  public final @Nullable Timestamp getTimestamp(int columnIndex, @Nullable Calendar calendar)
      throws SQLException {
    OffsetDateTime moment = moment(columnIndex);
    if (moment != null) {
      return TemporalConversions.sqlTimestamp(moment);
    }
    LocalDateTime value = localDateTime(columnIndex);
    return value == null ? null : TemporalConversions.sqlTimestamp(value, calendar);
  }

  @Override
  public final @Nullable Object getObject(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value == null) {
      return null;
    }
    return switch (kind(columnIndex)) {
      case DATE -> getDate(columnIndex);
      case TIME -> getTime(columnIndex);
      case TIMESTAMP -> getTimestamp(columnIndex);
      case TIMESTAMPTZ -> moment(columnIndex);
      case VARBINARY -> ((byte[]) value).clone();
      case INTERVAL, JSONB -> value.toString();
      default -> value;
    };
  }

  @Override
  public final @Nullable Object getObject(int columnIndex, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    if (map == null || map.isEmpty()) {
      return getObject(columnIndex);
    }
    throw SqlErrors.unsupported("Mapping of types");
  }

  @Override
  public final <T> @Nullable T getObject(int columnIndex, Class<T> type) throws SQLException {
    ObjectReaders.Reader reader = ObjectReaders.find(type);
    if (reader == null) {
      value(columnIndex);
      throw notConvertible(columnIndex, type == null ? "null" : type.getName());
    }
    Object value = reader.read(this, columnIndex);
    return wasNull ? null : type.cast(value);
  }

  @Override
  public final @Nullable InputStream getAsciiStream(int columnIndex) throws SQLException {
    String value = getString(columnIndex);
    return value == null
        ? null
        : new ByteArrayInputStream(value.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public final @Nullable InputStream getBinaryStream(int columnIndex) throws SQLException {
    byte[] value = getBytes(columnIndex);
    return value == null ? null : new ByteArrayInputStream(value);
  }

  @Override
  public final @Nullable Reader getCharacterStream(int columnIndex) throws SQLException {
    String value = getString(columnIndex);
    return value == null ? null : new StringReader(value);
  }

  @Override
  public final @Nullable Reader getNCharacterStream(int columnIndex) throws SQLException {
    return getCharacterStream(columnIndex);
  }

  @Override
  public final @Nullable String getNString(int columnIndex) throws SQLException {
    return getString(columnIndex);
  }

  @Override
  public final @Nullable Blob getBlob(int columnIndex) throws SQLException {
    byte[] value = getBytes(columnIndex);
    return value == null ? null : new MemoryBlob(value);
  }

  @Override
  public final @Nullable Clob getClob(int columnIndex) throws SQLException {
    return getNClob(columnIndex);
  }

  @Override
  public final @Nullable NClob getNClob(int columnIndex) throws SQLException {
    String value = getString(columnIndex);
    return value == null ? null : new MemoryClob(value);
  }
}

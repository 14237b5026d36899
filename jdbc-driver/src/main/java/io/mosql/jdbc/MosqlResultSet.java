package io.mosql.jdbc;

import io.mosql.core.session.StatementResult.Rows;
import io.mosql.core.type.ArrayText;
import io.mosql.core.type.Coercion;
import io.mosql.core.type.Infinity;
import io.mosql.core.type.LargeObject;
import io.mosql.core.type.SqlArray;
import io.mosql.core.type.TypeKind;
import io.mosql.core.type.Uuids;
import io.mosql.core.type.ZonedTimes;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.base.Wrappers;
import io.mosql.jdbc.conversion.MemoryBlob;
import io.mosql.jdbc.conversion.MemoryClob;
import io.mosql.jdbc.conversion.NumericConversions;
import io.mosql.jdbc.conversion.ReaderStream;
import io.mosql.jdbc.conversion.TemporalConversions;
import io.mosql.jdbc.result.LocalRows;
import io.mosql.jdbc.result.MosqlResultSetMetaData;
import io.mosql.jdbc.result.ResultShape;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A forward-only result set over a cursor of the engine, read-only without a {@link RowEditor}.
 * Rows are fetched on demand only: unread rows cannot conflict.
 *
 * <p>A getter has a fast path for the engine class of the column's type, and else uses {@link
 * NumericConversions}, {@link TemporalConversions} and {@link Coercion}. Used by one thread at a
 * time.
 */
class MosqlResultSet implements ResultSet {
  /** Null for results of {@link java.sql.DatabaseMetaData}. */
  private final @Nullable MosqlStatement statement;

  private final MosqlConnection connection;
  private final Rows rows;
  private final ResultShape shape;

  /** The session's time zone at the execution; the JVM's if the server does not report one. */
  private final ZoneId zone;

  /** The current row; null when there is none, and after close. */
  @Nullable Object @Nullable [] row;

  /** Changes rows; null when the result set is read-only. */
  private @Nullable RowEditor editor;

  private boolean wasNull;
  private boolean exhausted;
  private boolean closed;
  private int position;

  /** The row after the current one, fetched early to determine whether it exists. */
  private @Nullable Object @Nullable [] ahead;

  MosqlResultSet(
      MosqlConnection connection,
      @Nullable MosqlStatement statement,
      Rows rows,
      ResultShape shape) {
    this.shape = shape;
    this.connection = connection;
    this.statement = statement;
    this.rows = rows;
    ZoneId sessionZone = shape.isZoned() ? connection.sessionLock().timeZone() : null;
    this.zone = sessionZone == null ? ZoneId.systemDefault() : sessionZone;
  }

  @Override
  public boolean next() throws SQLException {
    checkOpen();
    moving();
    if (ahead != null) {
      row = ahead;
      ahead = null;
    } else {
      row = fetch();
    }
    if (row == null) {
      return false;
    }
    position++;
    return true;
  }

  /** The next row of the engine, valid until the next call, or null at the end. */
  final @Nullable Object @Nullable [] fetch() throws SQLException {
    if (exhausted) {
      return null;
    }
    SessionLock gate = connection.sessionLock();
    gate.acquire(statement);
    try {
      if (rows.next()) {
        return rows.row();
      }
      exhausted = true;
      return null;
    } catch (RuntimeException | Error e) {
      throw failure(e);
    } finally {
      gate.release();
    }
  }

  /** Makes the rows changeable; called before the first row is read. */
  final void makeUpdatable(RowEditor changes) {
    editor = changes;
  }

  /** Called before the cursor moves. */
  final void moving() {
    if (editor != null) {
      editor.moved();
    }
  }

  /** Replaces the values of the current row. */
  void replaceRow(@Nullable Object[] values) {
    row = values;
  }

  /** A result set of the statement with a copy of the current row only, positioned on it. */
  final MosqlResultSet currentRow() throws SQLException {
    @Nullable Object[] current = row;
    if (current == null) {
      throw noRow();
    }
    MosqlResultSet copy =
        new MosqlResultSet(
            connection,
            statement,
            new LocalRows(shape.columns(), List.<@Nullable Object[]>of(current.clone())),
            shape);
    copy.next();
    return copy;
  }

  private SQLException failure(Throwable e) {
    row = null;
    return statement == null ? SqlErrors.of(e) : statement.failure(e);
  }

  final void checkOpen() throws SQLException {
    if (closed) {
      throw closedError();
    }
  }

  private static SQLException closedError() {
    return DriverErrorMessage.RESULT_SET_CLOSED.sqlException();
  }

  /** The exception for a missing current row. */
  private SQLException noRow() {
    return closed ? closedError() : DriverErrorMessage.RESULT_SET_NOT_ON_ROW.sqlException();
  }

  @Override
  public final void close() throws SQLException {
    if (closed) {
      return;
    }
    closed = true;
    row = null;
    ahead = null;
    try {
      closeCursor();
    } finally {
      if (statement != null) {
        statement.resultClosed(this);
      }
    }
  }

  private void closeCursor() throws SQLException {
    SessionLock gate = connection.sessionLock();
    // A cursor that was read to its end, or whose session is closed, is closed already.
    if (exhausted || gate.isClosed()) {
      return;
    }
    exhausted = true;
    gate.acquire(statement);
    try {
      rows.close();
    } catch (RuntimeException | Error e) {
      throw failure(e);
    } finally {
      gate.release();
    }
  }

  @Override
  public final boolean isClosed() {
    return closed || connection.isClosed();
  }

  @Override
  public final ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new MosqlResultSetMetaData(shape.columns(), connection.getCatalog());
  }

  @Override
  public final @Nullable Statement getStatement() throws SQLException {
    checkOpen();
    return statement;
  }

  @Override
  public int getType() throws SQLException {
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return row == null ? 0 : position;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    if (position > 0) {
      return false;
    }
    if (ahead == null) {
      ahead = fetch();
    }
    return ahead != null;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return row != null && position == 1;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return row == null && exhausted && position > 0;
  }

  @Override
  public boolean isLast() throws SQLException {
    checkOpen();
    @Nullable Object[] current = row;
    if (current == null) {
      return false;
    }
    if (ahead == null) {
      row = current.clone();
      ahead = fetch();
    }
    return ahead == null;
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public void afterLast() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean first() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean last() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean absolute(int target) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean relative(int offset) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean previous() throws SQLException {
    throw forwardOnly();
  }

  private SQLException forwardOnly() throws SQLException {
    checkOpen();
    return DriverErrorMessage.FORWARD_ONLY.sqlException();
  }

  @Override
  public final @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public final void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public final String getCursorName() throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("names of cursors");
  }

  @Override
  public final void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != FETCH_FORWARD && direction != FETCH_REVERSE && direction != FETCH_UNKNOWN) {
      throw DriverErrorMessage.INVALID_FETCH_DIRECTION.sqlException();
    }
    if (direction != FETCH_FORWARD && getType() == TYPE_FORWARD_ONLY) {
      throw forwardOnly();
    }
  }

  @Override
  public final int getFetchDirection() throws SQLException {
    checkOpen();
    return FETCH_FORWARD;
  }

  @Override
  public final void setFetchSize(int size) throws SQLException {
    checkOpen();
    if (size < 0) {
      throw DriverErrorMessage.NEGATIVE_VALUE.sqlException();
    }
  }

  @Override
  public final int getFetchSize() throws SQLException {
    checkOpen();
    return statement == null ? 0 : statement.getFetchSize();
  }

  @Override
  public final int getHoldability() throws SQLException {
    checkOpen();
    return statement == null
        ? ResultSet.HOLD_CURSORS_OVER_COMMIT
        : statement.getResultSetHoldability();
  }

  @Override
  public final <T> T unwrap(Class<T> type) throws SQLException {
    return Wrappers.unwrap(this, type);
  }

  @Override
  public final boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }

  // ---- values by column number ----

  /** The value; a large object is loaded. */
  private @Nullable Object value(int columnIndex) throws SQLException {
    Object value = stored(columnIndex);
    return value instanceof LargeObject object ? content(object).load() : value;
  }

  private StoredContent content(LargeObject object) {
    return new StoredContent(object, connection.sessionLock());
  }

  /** The value as the session gives it. */
  private @Nullable Object stored(int columnIndex) throws SQLException {
    @Nullable Object[] current = row;
    if (current == null) {
      throw noRow();
    }
    if (columnIndex < 1 || columnIndex > shape.size()) {
      throw noColumn(columnIndex);
    }
    if (editor != null && editor.isDeleted(current)) {
      throw DriverErrorMessage.ROW_DELETED.sqlException();
    }
    Object value = current[columnIndex - 1];
    wasNull = value == null;
    return value;
  }

  private TypeKind kind(int columnIndex) {
    return shape.kind(columnIndex - 1);
  }

  private SQLException noColumn(int columnIndex) {
    return DriverErrorMessage.UNDEFINED_COLUMN_NUMBER.sqlException(columnIndex, shape.size());
  }

  private SQLException notConvertible(int columnIndex, String wanted) {
    return DriverErrorMessage.CANNOT_READ_AS.sqlException(kind(columnIndex), wanted);
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
    if (value instanceof SqlArray array) {
      return ArrayText.format(array, zone);
    }
    return kind(columnIndex) == TypeKind.TIMESTAMPTZ
        ? ZonedTimes.format((Long) value, zone)
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
    Object value = stored(columnIndex);
    if (value == null) {
      return null;
    }
    return switch (kind(columnIndex)) {
      case DATE -> getDate(columnIndex);
      case TIME -> getTime(columnIndex);
      case TIMESTAMP -> getTimestamp(columnIndex);
      case TIMESTAMPTZ -> moment(columnIndex);
      case VARBINARY -> ((byte[]) value).clone();
      case BLOB -> getBlob(columnIndex);
      case CLOB -> getNClob(columnIndex);
      case INTERVAL, JSONB -> value.toString();
      case ARRAY -> new MosqlArray(connection, (SqlArray) value);
      default -> value;
    };
  }

  @Override
  public final @Nullable Object getObject(int columnIndex, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    if (map == null || map.isEmpty()) {
      return getObject(columnIndex);
    }
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("maps of types");
  }

  @Override
  public final <T> @Nullable T getObject(int columnIndex, Class<T> type) throws SQLException {
    ObjectReaders.Reader reader = ObjectReaders.find(type);
    if (reader == null && type != null && type.isArray()) {
      Array array = getArray(columnIndex);
      Object objects = array == null ? null : array.getArray();
      if (objects != null && !type.isInstance(objects)) {
        throw notConvertible(columnIndex, type.getTypeName());
      }
      return type.cast(objects);
    }
    if (reader == null) {
      value(columnIndex);
      throw notConvertible(columnIndex, type == null ? "null" : type.getName());
    }
    Object value = reader.read(this, columnIndex);
    return wasNull ? null : type.cast(value);
  }

  @Override
  public final @Nullable InputStream getAsciiStream(int columnIndex) throws SQLException {
    if (stored(columnIndex) instanceof LargeObject object && object.isText()) {
      return new ReaderStream(content(object).reader(), StandardCharsets.US_ASCII);
    }
    String value = getString(columnIndex);
    return value == null
        ? null
        : new ByteArrayInputStream(value.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public final @Nullable InputStream getBinaryStream(int columnIndex) throws SQLException {
    if (stored(columnIndex) instanceof LargeObject object) {
      return content(object).stream();
    }
    // A stream does not change the bytes, which need no copy.
    byte[] value = value(columnIndex) instanceof byte[] bytes ? bytes : getBytes(columnIndex);
    return value == null ? null : new ByteArrayInputStream(value);
  }

  @Override
  public final @Nullable Reader getCharacterStream(int columnIndex) throws SQLException {
    if (stored(columnIndex) instanceof LargeObject object && object.isText()) {
      return content(object).reader();
    }
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
    if (stored(columnIndex) instanceof LargeObject object) {
      return new StoredBlob(content(object));
    }
    byte[] value = getBytes(columnIndex);
    return value == null ? null : new MemoryBlob(value);
  }

  @Override
  public final @Nullable Clob getClob(int columnIndex) throws SQLException {
    return getNClob(columnIndex);
  }

  @Override
  public final @Nullable NClob getNClob(int columnIndex) throws SQLException {
    if (stored(columnIndex) instanceof LargeObject object && object.isText()) {
      return new StoredClob(content(object));
    }
    String value = getString(columnIndex);
    return value == null ? null : new MemoryClob(value);
  }

  // ---- values by column label, and types that do not exist ----

  @Override
  public final @Nullable String getString(String columnLabel) throws SQLException {
    return getString(findColumn(columnLabel));
  }

  @Override
  public final boolean getBoolean(String columnLabel) throws SQLException {
    return getBoolean(findColumn(columnLabel));
  }

  @Override
  public final byte getByte(String columnLabel) throws SQLException {
    return getByte(findColumn(columnLabel));
  }

  @Override
  public final short getShort(String columnLabel) throws SQLException {
    return getShort(findColumn(columnLabel));
  }

  @Override
  public final int getInt(String columnLabel) throws SQLException {
    return getInt(findColumn(columnLabel));
  }

  @Override
  public final long getLong(String columnLabel) throws SQLException {
    return getLong(findColumn(columnLabel));
  }

  @Override
  public final float getFloat(String columnLabel) throws SQLException {
    return getFloat(findColumn(columnLabel));
  }

  @Override
  public final double getDouble(String columnLabel) throws SQLException {
    return getDouble(findColumn(columnLabel));
  }

  @Override
  public final byte @Nullable [] getBytes(String columnLabel) throws SQLException {
    return getBytes(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Date getDate(String columnLabel) throws SQLException {
    return getDate(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Time getTime(String columnLabel) throws SQLException {
    return getTime(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Timestamp getTimestamp(String columnLabel) throws SQLException {
    return getTimestamp(findColumn(columnLabel));
  }

  @Override
  public final @Nullable InputStream getAsciiStream(String columnLabel) throws SQLException {
    return getAsciiStream(findColumn(columnLabel));
  }

  @Override
  public final @Nullable InputStream getBinaryStream(String columnLabel) throws SQLException {
    return getBinaryStream(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Object getObject(String columnLabel) throws SQLException {
    return getObject(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Reader getCharacterStream(String columnLabel) throws SQLException {
    return getCharacterStream(findColumn(columnLabel));
  }

  @Override
  public final @Nullable BigDecimal getBigDecimal(String columnLabel) throws SQLException {
    return getBigDecimal(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Blob getBlob(String columnLabel) throws SQLException {
    return getBlob(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Clob getClob(String columnLabel) throws SQLException {
    return getClob(findColumn(columnLabel));
  }

  @Override
  public final @Nullable NClob getNClob(String columnLabel) throws SQLException {
    return getNClob(findColumn(columnLabel));
  }

  @Override
  public final @Nullable String getNString(String columnLabel) throws SQLException {
    return getNString(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Reader getNCharacterStream(String columnLabel) throws SQLException {
    return getNCharacterStream(findColumn(columnLabel));
  }

  @Override
  public final @Nullable Date getDate(String columnLabel, @Nullable Calendar calendar)
      throws SQLException {
    return getDate(findColumn(columnLabel), calendar);
  }

  @Override
  public final @Nullable Time getTime(String columnLabel, @Nullable Calendar calendar)
      throws SQLException {
    return getTime(findColumn(columnLabel), calendar);
  }

  @Override
  public final @Nullable Timestamp getTimestamp(String columnLabel, @Nullable Calendar calendar)
      throws SQLException {
    return getTimestamp(findColumn(columnLabel), calendar);
  }

  @Override
  public final <T> @Nullable T getObject(String columnLabel, Class<T> type) throws SQLException {
    return getObject(findColumn(columnLabel), type);
  }

  @Override
  public final @Nullable Object getObject(String columnLabel, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getObject(findColumn(columnLabel), map);
  }

  @Override
  @Deprecated
  public final @Nullable BigDecimal getBigDecimal(String columnLabel, int scale)
      throws SQLException {
    return getBigDecimal(findColumn(columnLabel), scale);
  }

  @Override
  @Deprecated
  public final @Nullable InputStream getUnicodeStream(String columnLabel) throws SQLException {
    return getUnicodeStream(findColumn(columnLabel));
  }

  @Override
  @Deprecated
  public final InputStream getUnicodeStream(int columnIndex) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("getUnicodeStream");
  }

  @Override
  public final Ref getRef(int columnIndex) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type Ref");
  }

  @Override
  public final Ref getRef(String columnLabel) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type Ref");
  }

  @Override
  public final @Nullable Array getArray(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value != null && !(value instanceof SqlArray)) {
      throw notConvertible(columnIndex, "an array");
    }
    return value == null ? null : new MosqlArray(connection, (SqlArray) value);
  }

  @Override
  public final @Nullable Array getArray(String columnLabel) throws SQLException {
    return getArray(findColumn(columnLabel));
  }

  @Override
  public final @Nullable RowId getRowId(int columnIndex) throws SQLException {
    Object value = value(columnIndex);
    if (value != null && !(value instanceof byte[])) {
      throw notConvertible(columnIndex, "a row id");
    }
    return value == null ? null : new MosqlRowId((byte[]) value);
  }

  @Override
  public final @Nullable RowId getRowId(String columnLabel) throws SQLException {
    return getRowId(findColumn(columnLabel));
  }

  @Override
  public final SQLXML getSQLXML(int columnIndex) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type SQLXML");
  }

  @Override
  public final SQLXML getSQLXML(String columnLabel) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type SQLXML");
  }

  @Override
  public final URL getURL(int columnIndex) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type URL");
  }

  @Override
  public final URL getURL(String columnLabel) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type URL");
  }

  @Override
  public final void insertRow() throws SQLException {
    editor().insert();
  }

  @Override
  public final void updateRow() throws SQLException {
    replaceRow(editor().update(this, row));
  }

  @Override
  public final void deleteRow() throws SQLException {
    editor().delete(this, row);
  }

  @Override
  public final void refreshRow() throws SQLException {
    replaceRow(editor().refresh(this, row));
  }

  @Override
  public final void cancelRowUpdates() throws SQLException {
    editor().cancel(row);
  }

  @Override
  public final void moveToInsertRow() throws SQLException {
    row = editor().moveToInsertRow(row);
  }

  @Override
  public final void moveToCurrentRow() throws SQLException {
    row = editor().moveToCurrentRow(row);
  }

  @Override
  public final boolean rowUpdated() throws SQLException {
    checkOpen();
    return editor != null && editor.isUpdated(row);
  }

  @Override
  public final boolean rowInserted() throws SQLException {
    checkOpen();
    return false;
  }

  @Override
  public final boolean rowDeleted() throws SQLException {
    checkOpen();
    return editor != null && editor.isDeleted(row);
  }

  @Override
  public final int getConcurrency() throws SQLException {
    checkOpen();
    return editor == null ? CONCUR_READ_ONLY : CONCUR_UPDATABLE;
  }

  // ---- changes ----

  private RowEditor editor() throws SQLException {
    checkOpen();
    RowEditor known = editor;
    if (known == null) {
      throw DriverErrorMessage.RESULT_SET_READ_ONLY.sqlException();
    }
    return known;
  }

  private void update(int columnIndex, RowEditor.Binder value) throws SQLException {
    editor().set(columnIndex, row, value);
  }

  @Override
  public final void updateObject(
      int columnIndex, @Nullable Object x, SQLType targetSqlType, int scaleOrLength)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setObject(i, x, targetSqlType, scaleOrLength));
  }

  @Override
  public final void updateObject(int columnIndex, @Nullable Object x, SQLType targetSqlType)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setObject(i, x, targetSqlType));
  }

  @Override
  public final void updateObject(
      String columnLabel, @Nullable Object x, SQLType targetSqlType, int scaleOrLength)
      throws SQLException {
    updateObject(findColumn(columnLabel), x, targetSqlType, scaleOrLength);
  }

  @Override
  public final void updateObject(String columnLabel, @Nullable Object x, SQLType targetSqlType)
      throws SQLException {
    updateObject(findColumn(columnLabel), x, targetSqlType);
  }

  @Override
  public final void updateNull(int columnIndex) throws SQLException {
    update(columnIndex, (s, i) -> s.setNull(i, Types.NULL));
  }

  @Override
  public final void updateBoolean(int columnIndex, boolean x) throws SQLException {
    update(columnIndex, (s, i) -> s.setBoolean(i, x));
  }

  @Override
  public final void updateByte(int columnIndex, byte x) throws SQLException {
    update(columnIndex, (s, i) -> s.setByte(i, x));
  }

  @Override
  public final void updateShort(int columnIndex, short x) throws SQLException {
    update(columnIndex, (s, i) -> s.setShort(i, x));
  }

  @Override
  public final void updateInt(int columnIndex, int x) throws SQLException {
    update(columnIndex, (s, i) -> s.setInt(i, x));
  }

  @Override
  public final void updateLong(int columnIndex, long x) throws SQLException {
    update(columnIndex, (s, i) -> s.setLong(i, x));
  }

  @Override
  public final void updateFloat(int columnIndex, float x) throws SQLException {
    update(columnIndex, (s, i) -> s.setFloat(i, x));
  }

  @Override
  public final void updateDouble(int columnIndex, double x) throws SQLException {
    update(columnIndex, (s, i) -> s.setDouble(i, x));
  }

  @Override
  public final void updateBigDecimal(int columnIndex, @Nullable BigDecimal x) throws SQLException {
    update(columnIndex, (s, i) -> s.setBigDecimal(i, x));
  }

  @Override
  public final void updateString(int columnIndex, @Nullable String x) throws SQLException {
    update(columnIndex, (s, i) -> s.setString(i, x));
  }

  @Override
  public final void updateBytes(int columnIndex, byte @Nullable [] x) throws SQLException {
    update(columnIndex, (s, i) -> s.setBytes(i, x));
  }

  @Override
  public final void updateDate(int columnIndex, @Nullable Date x) throws SQLException {
    update(columnIndex, (s, i) -> s.setDate(i, x));
  }

  @Override
  public final void updateTime(int columnIndex, @Nullable Time x) throws SQLException {
    update(columnIndex, (s, i) -> s.setTime(i, x));
  }

  @Override
  public final void updateTimestamp(int columnIndex, @Nullable Timestamp x) throws SQLException {
    update(columnIndex, (s, i) -> s.setTimestamp(i, x));
  }

  @Override
  public final void updateObject(int columnIndex, @Nullable Object x) throws SQLException {
    update(columnIndex, (s, i) -> s.setObject(i, x));
  }

  @Override
  public final void updateRef(int columnIndex, @Nullable Ref x) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type Ref");
  }

  @Override
  public final void updateBlob(int columnIndex, @Nullable Blob x) throws SQLException {
    update(columnIndex, (s, i) -> s.setBlob(i, x));
  }

  @Override
  public final void updateClob(int columnIndex, @Nullable Clob x) throws SQLException {
    update(columnIndex, (s, i) -> s.setClob(i, x));
  }

  @Override
  public final void updateArray(int columnIndex, @Nullable Array x) throws SQLException {
    update(columnIndex, (s, i) -> s.setArray(i, x));
  }

  @Override
  public final void updateRowId(int columnIndex, @Nullable RowId x) throws SQLException {
    update(columnIndex, (s, i) -> s.setRowId(i, x));
  }

  @Override
  public final void updateNString(int columnIndex, @Nullable String x) throws SQLException {
    update(columnIndex, (s, i) -> s.setNString(i, x));
  }

  @Override
  public final void updateNClob(int columnIndex, @Nullable NClob x) throws SQLException {
    update(columnIndex, (s, i) -> s.setNClob(i, x));
  }

  @Override
  public final void updateSQLXML(int columnIndex, @Nullable SQLXML x) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type SQLXML");
  }

  @Override
  public final void updateObject(int columnIndex, @Nullable Object x, int scaleOrLength)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setObject(i, x, Types.OTHER, scaleOrLength));
  }

  @Override
  public final void updateAsciiStream(int columnIndex, @Nullable InputStream x)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setAsciiStream(i, x));
  }

  @Override
  public final void updateAsciiStream(int columnIndex, @Nullable InputStream x, int length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setAsciiStream(i, x, length));
  }

  @Override
  public final void updateAsciiStream(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setAsciiStream(i, x, length));
  }

  @Override
  public final void updateBinaryStream(int columnIndex, @Nullable InputStream x)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setBinaryStream(i, x));
  }

  @Override
  public final void updateBinaryStream(int columnIndex, @Nullable InputStream x, int length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setBinaryStream(i, x, length));
  }

  @Override
  public final void updateBinaryStream(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setBinaryStream(i, x, length));
  }

  @Override
  public final void updateCharacterStream(int columnIndex, @Nullable Reader x) throws SQLException {
    update(columnIndex, (s, i) -> s.setCharacterStream(i, x));
  }

  @Override
  public final void updateCharacterStream(int columnIndex, @Nullable Reader x, int length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setCharacterStream(i, x, length));
  }

  @Override
  public final void updateCharacterStream(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setCharacterStream(i, x, length));
  }

  @Override
  public final void updateNCharacterStream(int columnIndex, @Nullable Reader x)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setNCharacterStream(i, x));
  }

  @Override
  public final void updateBlob(int columnIndex, @Nullable InputStream x) throws SQLException {
    update(columnIndex, (s, i) -> s.setBlob(i, x));
  }

  @Override
  public final void updateClob(int columnIndex, @Nullable Reader x) throws SQLException {
    update(columnIndex, (s, i) -> s.setClob(i, x));
  }

  @Override
  public final void updateNClob(int columnIndex, @Nullable Reader x) throws SQLException {
    update(columnIndex, (s, i) -> s.setNClob(i, x));
  }

  @Override
  public final void updateNCharacterStream(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setNCharacterStream(i, x, length));
  }

  @Override
  public final void updateBlob(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setBlob(i, x, length));
  }

  @Override
  public final void updateClob(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setClob(i, x, length));
  }

  @Override
  public final void updateNClob(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    update(columnIndex, (s, i) -> s.setNClob(i, x, length));
  }

  @Override
  public final void updateNull(String columnLabel) throws SQLException {
    updateNull(findColumn(columnLabel));
  }

  @Override
  public final void updateBoolean(String columnLabel, boolean x) throws SQLException {
    updateBoolean(findColumn(columnLabel), x);
  }

  @Override
  public final void updateByte(String columnLabel, byte x) throws SQLException {
    updateByte(findColumn(columnLabel), x);
  }

  @Override
  public final void updateShort(String columnLabel, short x) throws SQLException {
    updateShort(findColumn(columnLabel), x);
  }

  @Override
  public final void updateInt(String columnLabel, int x) throws SQLException {
    updateInt(findColumn(columnLabel), x);
  }

  @Override
  public final void updateLong(String columnLabel, long x) throws SQLException {
    updateLong(findColumn(columnLabel), x);
  }

  @Override
  public final void updateFloat(String columnLabel, float x) throws SQLException {
    updateFloat(findColumn(columnLabel), x);
  }

  @Override
  public final void updateDouble(String columnLabel, double x) throws SQLException {
    updateDouble(findColumn(columnLabel), x);
  }

  @Override
  public final void updateBigDecimal(String columnLabel, @Nullable BigDecimal x)
      throws SQLException {
    updateBigDecimal(findColumn(columnLabel), x);
  }

  @Override
  public final void updateString(String columnLabel, @Nullable String x) throws SQLException {
    updateString(findColumn(columnLabel), x);
  }

  @Override
  public final void updateBytes(String columnLabel, byte @Nullable [] x) throws SQLException {
    updateBytes(findColumn(columnLabel), x);
  }

  @Override
  public final void updateDate(String columnLabel, @Nullable Date x) throws SQLException {
    updateDate(findColumn(columnLabel), x);
  }

  @Override
  public final void updateTime(String columnLabel, @Nullable Time x) throws SQLException {
    updateTime(findColumn(columnLabel), x);
  }

  @Override
  public final void updateTimestamp(String columnLabel, @Nullable Timestamp x) throws SQLException {
    updateTimestamp(findColumn(columnLabel), x);
  }

  @Override
  public final void updateObject(String columnLabel, @Nullable Object x) throws SQLException {
    updateObject(findColumn(columnLabel), x);
  }

  @Override
  public final void updateRef(String columnLabel, @Nullable Ref x) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type Ref");
  }

  @Override
  public final void updateBlob(String columnLabel, @Nullable Blob x) throws SQLException {
    updateBlob(findColumn(columnLabel), x);
  }

  @Override
  public final void updateClob(String columnLabel, @Nullable Clob x) throws SQLException {
    updateClob(findColumn(columnLabel), x);
  }

  @Override
  public final void updateArray(String columnLabel, @Nullable Array x) throws SQLException {
    updateArray(findColumn(columnLabel), x);
  }

  @Override
  public final void updateRowId(String columnLabel, @Nullable RowId x) throws SQLException {
    updateRowId(findColumn(columnLabel), x);
  }

  @Override
  public final void updateNString(String columnLabel, @Nullable String x) throws SQLException {
    updateNString(findColumn(columnLabel), x);
  }

  @Override
  public final void updateNClob(String columnLabel, @Nullable NClob x) throws SQLException {
    updateNClob(findColumn(columnLabel), x);
  }

  @Override
  public final void updateSQLXML(String columnLabel, @Nullable SQLXML x) throws SQLException {
    throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("type SQLXML");
  }

  @Override
  public final void updateObject(String columnLabel, @Nullable Object x, int scaleOrLength)
      throws SQLException {
    updateObject(findColumn(columnLabel), x, scaleOrLength);
  }

  @Override
  public final void updateAsciiStream(String columnLabel, @Nullable InputStream x)
      throws SQLException {
    updateAsciiStream(findColumn(columnLabel), x);
  }

  @Override
  public final void updateAsciiStream(String columnLabel, @Nullable InputStream x, int length)
      throws SQLException {
    updateAsciiStream(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateAsciiStream(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    updateAsciiStream(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateBinaryStream(String columnLabel, @Nullable InputStream x)
      throws SQLException {
    updateBinaryStream(findColumn(columnLabel), x);
  }

  @Override
  public final void updateBinaryStream(String columnLabel, @Nullable InputStream x, int length)
      throws SQLException {
    updateBinaryStream(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateBinaryStream(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    updateBinaryStream(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateCharacterStream(String columnLabel, @Nullable Reader x)
      throws SQLException {
    updateCharacterStream(findColumn(columnLabel), x);
  }

  @Override
  public final void updateCharacterStream(String columnLabel, @Nullable Reader x, int length)
      throws SQLException {
    updateCharacterStream(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateCharacterStream(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    updateCharacterStream(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateNCharacterStream(String columnLabel, @Nullable Reader x)
      throws SQLException {
    updateNCharacterStream(findColumn(columnLabel), x);
  }

  @Override
  public final void updateBlob(String columnLabel, @Nullable InputStream x) throws SQLException {
    updateBlob(findColumn(columnLabel), x);
  }

  @Override
  public final void updateClob(String columnLabel, @Nullable Reader x) throws SQLException {
    updateClob(findColumn(columnLabel), x);
  }

  @Override
  public final void updateNClob(String columnLabel, @Nullable Reader x) throws SQLException {
    updateNClob(findColumn(columnLabel), x);
  }

  @Override
  public final void updateNCharacterStream(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    updateNCharacterStream(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateBlob(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    updateBlob(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateClob(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    updateClob(findColumn(columnLabel), x, length);
  }

  @Override
  public final void updateNClob(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    updateNClob(findColumn(columnLabel), x, length);
  }
}

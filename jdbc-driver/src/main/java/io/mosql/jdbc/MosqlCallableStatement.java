package io.mosql.jdbc;

import io.mosql.core.error.CoreErrorMessage;
import io.mosql.core.lexer.StatementSplitter.Piece;
import io.mosql.core.session.PreparedStatementHandle;
import io.mosql.core.type.JdbcTypes;
import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.base.SqlErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement that may be the call of a function. Of <code>{? = call f(..)}</code>
 * parameter 1 is the value of the function: it is registered, and read after the execution. Other
 * texts are executed as prepared statements are; <code>{call f(..)}</code> returns rows with the
 * value. There are no other output parameters, and no parameters by name.
 */
final class MosqlCallableStatement extends MosqlPreparedStatement implements CallableStatement {
  /** The type code of a value that was not registered. */
  private static final int UNREGISTERED = Integer.MIN_VALUE;

  private final boolean returnsValue;
  private int valueType = UNREGISTERED;

  /** The row with the value of the last execution. */
  private @Nullable MosqlResultSet value;

  /**
   * @param returnsValue whether parameter 1 is the value of the function
   */
  MosqlCallableStatement(
      MosqlConnection connection,
      List<Piece> texts,
      List<PreparedStatementHandle> handles,
      ResultSetMode mode,
      boolean returnsValue) {
    super(connection, texts, handles, mode, null, returnsValue ? 1 : 0);
    this.returnsValue = returnsValue;
  }

  // ---- execution ----

  @Override
  public boolean execute() throws SQLException {
    if (!returnsValue) {
      return super.execute();
    }
    call();
    return false;
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    if (!returnsValue) {
      return super.executeLargeUpdate();
    }
    call();
    return 0;
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    if (returnsValue) {
      throw SqlErrors.of(CoreErrorMessage.NO_ROWS_RETURNED);
    }
    return super.executeQuery();
  }

  /** Executes the call and keeps its value, that of the first row. */
  private void call() throws SQLException {
    value = null;
    try (ResultSet rows = super.executeQuery()) {
      if (rows.next()) {
        value = ((MosqlResultSet) rows).currentRow();
      }
    }
    showNothing();
  }

  // ---- the value of the call ----

  private void register(int index, int sqlType) throws SQLException {
    checkOpen();
    if (!returnsValue || index != 1) {
      throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException(
          "output parameters other than the value of {? = call f(..)}");
    }
    if (!JdbcTypes.isKnownCode(sqlType)) {
      throw DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException(
          "the type of an output parameter");
    }
    valueType = sqlType;
  }

  @Override
  public void registerOutParameter(int index, int sqlType) throws SQLException {
    register(index, sqlType);
  }

  @Override
  public void registerOutParameter(int index, int sqlType, int scale) throws SQLException {
    register(index, sqlType);
  }

  @Override
  public void registerOutParameter(int index, int sqlType, @Nullable String typeName)
      throws SQLException {
    register(index, sqlType);
  }

  @Override
  public void registerOutParameter(int index, SQLType sqlType) throws SQLException {
    register(index, sqlType.getVendorTypeNumber());
  }

  @Override
  public void registerOutParameter(int index, SQLType sqlType, int scale) throws SQLException {
    register(index, sqlType.getVendorTypeNumber());
  }

  @Override
  public void registerOutParameter(int index, SQLType sqlType, @Nullable String typeName)
      throws SQLException {
    register(index, sqlType.getVendorTypeNumber());
  }

  /** The row whose only column is the value. */
  private MosqlResultSet value(int index) throws SQLException {
    checkOpen();
    if (index != 1 || valueType == UNREGISTERED) {
      throw DriverErrorMessage.OUTPUT_NOT_REGISTERED.sqlException(index);
    }
    MosqlResultSet row = value;
    if (row == null) {
      throw DriverErrorMessage.CALL_NOT_EXECUTED.sqlException();
    }
    return row;
  }

  @Override
  public boolean wasNull() throws SQLException {
    return value(1).wasNull();
  }

  /** The value in the class of the registered type. */
  @Override
  public @Nullable Object getObject(int index) throws SQLException {
    MosqlResultSet row = value(index);
    return switch (valueType) {
      case Types.BIT, Types.BOOLEAN -> row.getObject(1, Boolean.class);
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> row.getObject(1, Integer.class);
      case Types.BIGINT -> row.getObject(1, Long.class);
      case Types.REAL -> row.getObject(1, Float.class);
      case Types.FLOAT, Types.DOUBLE -> row.getObject(1, Double.class);
      case Types.DECIMAL, Types.NUMERIC -> row.getBigDecimal(1);
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR ->
          row.getString(1);
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> row.getBytes(1);
      case Types.ROWID -> row.getRowId(1);
      case Types.BLOB -> row.getBlob(1);
      case Types.CLOB, Types.NCLOB -> row.getNClob(1);
      case Types.DATE -> row.getDate(1);
      case Types.TIME -> row.getTime(1);
      case Types.TIMESTAMP -> row.getTimestamp(1);
      case Types.TIMESTAMP_WITH_TIMEZONE -> row.getObject(1, OffsetDateTime.class);
      default -> row.getObject(1);
    };
  }

  @Override
  public @Nullable String getString(int index) throws SQLException {
    return value(index).getString(1);
  }

  @Override
  public boolean getBoolean(int index) throws SQLException {
    return value(index).getBoolean(1);
  }

  @Override
  public byte getByte(int index) throws SQLException {
    return value(index).getByte(1);
  }

  @Override
  public short getShort(int index) throws SQLException {
    return value(index).getShort(1);
  }

  @Override
  public int getInt(int index) throws SQLException {
    return value(index).getInt(1);
  }

  @Override
  public long getLong(int index) throws SQLException {
    return value(index).getLong(1);
  }

  @Override
  public float getFloat(int index) throws SQLException {
    return value(index).getFloat(1);
  }

  @Override
  public double getDouble(int index) throws SQLException {
    return value(index).getDouble(1);
  }

  @Override
  @Deprecated
  public @Nullable BigDecimal getBigDecimal(int index, int scale) throws SQLException {
    return value(index).getBigDecimal(1, scale);
  }

  @Override
  public byte @Nullable [] getBytes(int index) throws SQLException {
    return value(index).getBytes(1);
  }

  @Override
  public @Nullable Date getDate(int index) throws SQLException {
    return value(index).getDate(1);
  }

  @Override
  public @Nullable Time getTime(int index) throws SQLException {
    return value(index).getTime(1);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index) throws SQLException {
    return value(index).getTimestamp(1);
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(int index) throws SQLException {
    return value(index).getBigDecimal(1);
  }

  @Override
  public @Nullable Object getObject(int index, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return value(index).getObject(1, map);
  }

  @Override
  public @Nullable Ref getRef(int index) throws SQLException {
    return value(index).getRef(1);
  }

  @Override
  public @Nullable Blob getBlob(int index) throws SQLException {
    return value(index).getBlob(1);
  }

  @Override
  public @Nullable Clob getClob(int index) throws SQLException {
    return value(index).getClob(1);
  }

  @Override
  public @Nullable Array getArray(int index) throws SQLException {
    return value(index).getArray(1);
  }

  @Override
  public @Nullable Date getDate(int index, @Nullable Calendar calendar) throws SQLException {
    return value(index).getDate(1, calendar);
  }

  @Override
  public @Nullable Time getTime(int index, @Nullable Calendar calendar) throws SQLException {
    return value(index).getTime(1, calendar);
  }

  @Override
  public @Nullable Timestamp getTimestamp(int index, @Nullable Calendar calendar)
      throws SQLException {
    return value(index).getTimestamp(1, calendar);
  }

  @Override
  public @Nullable URL getURL(int index) throws SQLException {
    return value(index).getURL(1);
  }

  @Override
  public @Nullable RowId getRowId(int index) throws SQLException {
    return value(index).getRowId(1);
  }

  @Override
  public @Nullable NClob getNClob(int index) throws SQLException {
    return value(index).getNClob(1);
  }

  @Override
  public @Nullable SQLXML getSQLXML(int index) throws SQLException {
    return value(index).getSQLXML(1);
  }

  @Override
  public @Nullable String getNString(int index) throws SQLException {
    return value(index).getNString(1);
  }

  @Override
  public @Nullable Reader getNCharacterStream(int index) throws SQLException {
    return value(index).getNCharacterStream(1);
  }

  @Override
  public @Nullable Reader getCharacterStream(int index) throws SQLException {
    return value(index).getCharacterStream(1);
  }

  @Override
  public <T> @Nullable T getObject(int index, Class<T> type) throws SQLException {
    return value(index).getObject(1, type);
  }

  // ---- parameters by name ----

  private static SQLException named() {
    return DriverErrorMessage.OPTIONAL_FEATURE_NOT_SUPPORTED.sqlException("parameters by name");
  }

  @Override
  public void registerOutParameter(String name, int sqlType) throws SQLException {
    throw named();
  }

  @Override
  public void registerOutParameter(String name, int sqlType, int scaleOrTypeName)
      throws SQLException {
    throw named();
  }

  @Override
  public void registerOutParameter(String name, int sqlType, @Nullable String scaleOrTypeName)
      throws SQLException {
    throw named();
  }

  @Override
  public void setURL(String name, @Nullable URL x) throws SQLException {
    throw named();
  }

  @Override
  public void setNull(String name, int sqlType) throws SQLException {
    throw named();
  }

  @Override
  public void setBoolean(String name, boolean x) throws SQLException {
    throw named();
  }

  @Override
  public void setByte(String name, byte x) throws SQLException {
    throw named();
  }

  @Override
  public void setShort(String name, short x) throws SQLException {
    throw named();
  }

  @Override
  public void setInt(String name, int x) throws SQLException {
    throw named();
  }

  @Override
  public void setLong(String name, long x) throws SQLException {
    throw named();
  }

  @Override
  public void setFloat(String name, float x) throws SQLException {
    throw named();
  }

  @Override
  public void setDouble(String name, double x) throws SQLException {
    throw named();
  }

  @Override
  public void setBigDecimal(String name, @Nullable BigDecimal x) throws SQLException {
    throw named();
  }

  @Override
  public void setString(String name, @Nullable String x) throws SQLException {
    throw named();
  }

  @Override
  public void setBytes(String name, byte @Nullable [] x) throws SQLException {
    throw named();
  }

  @Override
  public void setDate(String name, @Nullable Date x) throws SQLException {
    throw named();
  }

  @Override
  public void setTime(String name, @Nullable Time x) throws SQLException {
    throw named();
  }

  @Override
  public void setTimestamp(String name, @Nullable Timestamp x) throws SQLException {
    throw named();
  }

  @Override
  public void setAsciiStream(String name, @Nullable InputStream x, int length) throws SQLException {
    throw named();
  }

  @Override
  public void setBinaryStream(String name, @Nullable InputStream x, int length)
      throws SQLException {
    throw named();
  }

  @Override
  public void setObject(String name, @Nullable Object x, int targetSqlType, int scaleOrLength)
      throws SQLException {
    throw named();
  }

  @Override
  public void setObject(String name, @Nullable Object x, int targetSqlType) throws SQLException {
    throw named();
  }

  @Override
  public void setObject(String name, @Nullable Object x) throws SQLException {
    throw named();
  }

  @Override
  public void setCharacterStream(String name, @Nullable Reader x, int length) throws SQLException {
    throw named();
  }

  @Override
  public void setDate(String name, @Nullable Date x, @Nullable Calendar calendar)
      throws SQLException {
    throw named();
  }

  @Override
  public void setTime(String name, @Nullable Time x, @Nullable Calendar calendar)
      throws SQLException {
    throw named();
  }

  @Override
  public void setTimestamp(String name, @Nullable Timestamp x, @Nullable Calendar calendar)
      throws SQLException {
    throw named();
  }

  @Override
  public void setNull(String name, int sqlType, @Nullable String typeName) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable String getString(String name) throws SQLException {
    throw named();
  }

  @Override
  public boolean getBoolean(String name) throws SQLException {
    throw named();
  }

  @Override
  public byte getByte(String name) throws SQLException {
    throw named();
  }

  @Override
  public short getShort(String name) throws SQLException {
    throw named();
  }

  @Override
  public int getInt(String name) throws SQLException {
    throw named();
  }

  @Override
  public long getLong(String name) throws SQLException {
    throw named();
  }

  @Override
  public float getFloat(String name) throws SQLException {
    throw named();
  }

  @Override
  public double getDouble(String name) throws SQLException {
    throw named();
  }

  @Override
  public byte @Nullable [] getBytes(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Date getDate(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Time getTime(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Timestamp getTimestamp(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Object getObject(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable BigDecimal getBigDecimal(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Object getObject(String name, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Ref getRef(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Blob getBlob(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Clob getClob(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Array getArray(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Date getDate(String name, @Nullable Calendar calendar) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Time getTime(String name, @Nullable Calendar calendar) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Timestamp getTimestamp(String name, @Nullable Calendar calendar)
      throws SQLException {
    throw named();
  }

  @Override
  public @Nullable URL getURL(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable RowId getRowId(String name) throws SQLException {
    throw named();
  }

  @Override
  public void setRowId(String name, @Nullable RowId x) throws SQLException {
    throw named();
  }

  @Override
  public void setNString(String name, @Nullable String x) throws SQLException {
    throw named();
  }

  @Override
  public void setNCharacterStream(String name, @Nullable Reader x, long length)
      throws SQLException {
    throw named();
  }

  @Override
  public void setNClob(String name, @Nullable NClob x) throws SQLException {
    throw named();
  }

  @Override
  public void setClob(String name, @Nullable Reader x, long length) throws SQLException {
    throw named();
  }

  @Override
  public void setBlob(String name, @Nullable InputStream x, long length) throws SQLException {
    throw named();
  }

  @Override
  public void setNClob(String name, @Nullable Reader x, long length) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable NClob getNClob(String name) throws SQLException {
    throw named();
  }

  @Override
  public void setSQLXML(String name, @Nullable SQLXML x) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable SQLXML getSQLXML(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable String getNString(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Reader getNCharacterStream(String name) throws SQLException {
    throw named();
  }

  @Override
  public @Nullable Reader getCharacterStream(String name) throws SQLException {
    throw named();
  }

  @Override
  public void setBlob(String name, @Nullable Blob x) throws SQLException {
    throw named();
  }

  @Override
  public void setClob(String name, @Nullable Clob x) throws SQLException {
    throw named();
  }

  @Override
  public void setAsciiStream(String name, @Nullable InputStream x, long length)
      throws SQLException {
    throw named();
  }

  @Override
  public void setBinaryStream(String name, @Nullable InputStream x, long length)
      throws SQLException {
    throw named();
  }

  @Override
  public void setCharacterStream(String name, @Nullable Reader x, long length) throws SQLException {
    throw named();
  }

  @Override
  public void setAsciiStream(String name, @Nullable InputStream x) throws SQLException {
    throw named();
  }

  @Override
  public void setBinaryStream(String name, @Nullable InputStream x) throws SQLException {
    throw named();
  }

  @Override
  public void setCharacterStream(String name, @Nullable Reader x) throws SQLException {
    throw named();
  }

  @Override
  public void setNCharacterStream(String name, @Nullable Reader x) throws SQLException {
    throw named();
  }

  @Override
  public void setClob(String name, @Nullable Reader x) throws SQLException {
    throw named();
  }

  @Override
  public void setBlob(String name, @Nullable InputStream x) throws SQLException {
    throw named();
  }

  @Override
  public void setNClob(String name, @Nullable Reader x) throws SQLException {
    throw named();
  }

  @Override
  public <T> @Nullable T getObject(String name, Class<T> type) throws SQLException {
    throw named();
  }

  @Override
  public void setObject(String name, @Nullable Object x, SQLType targetSqlType, int scaleOrLength)
      throws SQLException {
    throw named();
  }

  @Override
  public void setObject(String name, @Nullable Object x, SQLType targetSqlType)
      throws SQLException {
    throw named();
  }

  @Override
  public void registerOutParameter(String name, SQLType sqlType) throws SQLException {
    throw named();
  }

  @Override
  public void registerOutParameter(String name, SQLType sqlType, int scaleOrTypeName)
      throws SQLException {
    throw named();
  }

  @Override
  public void registerOutParameter(String name, SQLType sqlType, @Nullable String scaleOrTypeName)
      throws SQLException {
    throw named();
  }
}

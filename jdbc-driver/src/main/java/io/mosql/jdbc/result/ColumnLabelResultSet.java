package io.mosql.jdbc.result;

import io.mosql.jdbc.base.SqlErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The getters by column label, and of unsupported types. */
abstract class ColumnLabelResultSet extends ReadOnlyResultSet {
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
    throw SqlErrors.unsupported("getUnicodeStream");
  }

  @Override
  public final Ref getRef(int columnIndex) throws SQLException {
    throw SqlErrors.unsupported("Type Ref");
  }

  @Override
  public final Ref getRef(String columnLabel) throws SQLException {
    throw SqlErrors.unsupported("Type Ref");
  }

  @Override
  public final Array getArray(int columnIndex) throws SQLException {
    throw SqlErrors.unsupported("Type Array");
  }

  @Override
  public final Array getArray(String columnLabel) throws SQLException {
    throw SqlErrors.unsupported("Type Array");
  }

  @Override
  public final RowId getRowId(int columnIndex) throws SQLException {
    throw SqlErrors.unsupported("Type RowId");
  }

  @Override
  public final RowId getRowId(String columnLabel) throws SQLException {
    throw SqlErrors.unsupported("Type RowId");
  }

  @Override
  public final SQLXML getSQLXML(int columnIndex) throws SQLException {
    throw SqlErrors.unsupported("Type SQLXML");
  }

  @Override
  public final SQLXML getSQLXML(String columnLabel) throws SQLException {
    throw SqlErrors.unsupported("Type SQLXML");
  }

  @Override
  public final URL getURL(int columnIndex) throws SQLException {
    throw SqlErrors.unsupported("Type URL");
  }

  @Override
  public final URL getURL(String columnLabel) throws SQLException {
    throw SqlErrors.unsupported("Type URL");
  }

  @Override
  public final void insertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public final void deleteRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public final void refreshRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public final void cancelRowUpdates() throws SQLException {
    throw readOnly();
  }

  @Override
  public final void moveToInsertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public final void moveToCurrentRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public final boolean rowUpdated() {
    return false;
  }

  @Override
  public final boolean rowInserted() {
    return false;
  }

  @Override
  public final boolean rowDeleted() {
    return false;
  }

  @Override
  public final int getConcurrency() {
    return CONCUR_READ_ONLY;
  }
}

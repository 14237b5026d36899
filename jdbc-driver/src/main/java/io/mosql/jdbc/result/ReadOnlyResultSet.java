package io.mosql.jdbc.result;

import io.mosql.jdbc.base.SqlErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import org.jspecify.annotations.Nullable;

/** The updating methods of a result set, all unsupported. */
abstract class ReadOnlyResultSet implements ResultSet {
  static SQLException readOnly() {
    return SqlErrors.unsupported("Changing rows through a result set");
  }

  @Override
  public final void updateNull(int columnIndex) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBoolean(int columnIndex, boolean x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateByte(int columnIndex, byte x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateShort(int columnIndex, short x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateInt(int columnIndex, int x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateLong(int columnIndex, long x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateFloat(int columnIndex, float x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateDouble(int columnIndex, double x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBigDecimal(int columnIndex, @Nullable BigDecimal x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateString(int columnIndex, @Nullable String x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBytes(int columnIndex, byte @Nullable [] x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateDate(int columnIndex, @Nullable Date x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateTime(int columnIndex, @Nullable Time x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateTimestamp(int columnIndex, @Nullable Timestamp x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateObject(int columnIndex, @Nullable Object x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateRef(int columnIndex, @Nullable Ref x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBlob(int columnIndex, @Nullable Blob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateClob(int columnIndex, @Nullable Clob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateArray(int columnIndex, @Nullable Array x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateRowId(int columnIndex, @Nullable RowId x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNString(int columnIndex, @Nullable String x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNClob(int columnIndex, @Nullable NClob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateSQLXML(int columnIndex, @Nullable SQLXML x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateObject(int columnIndex, @Nullable Object x, int scaleOrLength)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateAsciiStream(int columnIndex, @Nullable InputStream x)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateAsciiStream(int columnIndex, @Nullable InputStream x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateAsciiStream(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBinaryStream(int columnIndex, @Nullable InputStream x)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBinaryStream(int columnIndex, @Nullable InputStream x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBinaryStream(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateCharacterStream(int columnIndex, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateCharacterStream(int columnIndex, @Nullable Reader x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateCharacterStream(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNCharacterStream(int columnIndex, @Nullable Reader x)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBlob(int columnIndex, @Nullable InputStream x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateClob(int columnIndex, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNClob(int columnIndex, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNCharacterStream(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBlob(int columnIndex, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateClob(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNClob(int columnIndex, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNull(String columnLabel) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBoolean(String columnLabel, boolean x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateByte(String columnLabel, byte x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateShort(String columnLabel, short x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateInt(String columnLabel, int x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateLong(String columnLabel, long x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateFloat(String columnLabel, float x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateDouble(String columnLabel, double x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBigDecimal(String columnLabel, @Nullable BigDecimal x)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateString(String columnLabel, @Nullable String x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBytes(String columnLabel, byte @Nullable [] x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateDate(String columnLabel, @Nullable Date x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateTime(String columnLabel, @Nullable Time x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateTimestamp(String columnLabel, @Nullable Timestamp x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateObject(String columnLabel, @Nullable Object x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateRef(String columnLabel, @Nullable Ref x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBlob(String columnLabel, @Nullable Blob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateClob(String columnLabel, @Nullable Clob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateArray(String columnLabel, @Nullable Array x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateRowId(String columnLabel, @Nullable RowId x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNString(String columnLabel, @Nullable String x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNClob(String columnLabel, @Nullable NClob x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateSQLXML(String columnLabel, @Nullable SQLXML x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateObject(String columnLabel, @Nullable Object x, int scaleOrLength)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateAsciiStream(String columnLabel, @Nullable InputStream x)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateAsciiStream(String columnLabel, @Nullable InputStream x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateAsciiStream(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBinaryStream(String columnLabel, @Nullable InputStream x)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBinaryStream(String columnLabel, @Nullable InputStream x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBinaryStream(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateCharacterStream(String columnLabel, @Nullable Reader x)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateCharacterStream(String columnLabel, @Nullable Reader x, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateCharacterStream(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNCharacterStream(String columnLabel, @Nullable Reader x)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBlob(String columnLabel, @Nullable InputStream x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateClob(String columnLabel, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNClob(String columnLabel, @Nullable Reader x) throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNCharacterStream(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateBlob(String columnLabel, @Nullable InputStream x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateClob(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public final void updateNClob(String columnLabel, @Nullable Reader x, long length)
      throws SQLException {
    throw readOnly();
  }
}

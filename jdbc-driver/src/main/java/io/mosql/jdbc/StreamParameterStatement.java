package io.mosql.jdbc;

import io.mosql.jdbc.base.SqlErrors;
import io.mosql.jdbc.conversion.ParameterStreamReader;
import java.io.InputStream;
import java.io.Reader;
import java.net.URL;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import org.jspecify.annotations.Nullable;

/**
 * The setters of stream parameters, which are read completely at once, and of unsupported types.
 */
abstract class StreamParameterStatement extends MosqlStatement implements PreparedStatement {
  StreamParameterStatement(MosqlConnection connection, boolean scrollable) {
    super(connection, scrollable);
  }

  /** Binds a value that the engine accepts without conversion. */
  abstract void set(int index, @Nullable Object value) throws SQLException;

  @Override
  public final void setAsciiStream(int index, @Nullable InputStream x) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.ascii(x, ParameterStreamReader.ALL));
  }

  @Override
  public final void setAsciiStream(int index, @Nullable InputStream x, int length)
      throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.ascii(x, length));
  }

  @Override
  public final void setAsciiStream(int index, @Nullable InputStream x, long length)
      throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.ascii(x, length));
  }

  @Override
  public final void setBinaryStream(int index, @Nullable InputStream x) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.bytes(x, ParameterStreamReader.ALL));
  }

  @Override
  public final void setBinaryStream(int index, @Nullable InputStream x, int length)
      throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.bytes(x, length));
  }

  @Override
  public final void setBinaryStream(int index, @Nullable InputStream x, long length)
      throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.bytes(x, length));
  }

  @Override
  public final void setCharacterStream(int index, @Nullable Reader x) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, ParameterStreamReader.ALL));
  }

  @Override
  public final void setCharacterStream(int index, @Nullable Reader x, int length)
      throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, length));
  }

  @Override
  public final void setCharacterStream(int index, @Nullable Reader x, long length)
      throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, length));
  }

  @Override
  public final void setNCharacterStream(int index, @Nullable Reader x) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, ParameterStreamReader.ALL));
  }

  @Override
  public final void setNCharacterStream(int index, @Nullable Reader x, long length)
      throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, length));
  }

  @Override
  public final void setClob(int index, @Nullable Reader x) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, ParameterStreamReader.ALL));
  }

  @Override
  public final void setClob(int index, @Nullable Reader x, long length) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, length));
  }

  @Override
  public final void setNClob(int index, @Nullable Reader x) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, ParameterStreamReader.ALL));
  }

  @Override
  public final void setNClob(int index, @Nullable Reader x, long length) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.text(x, length));
  }

  @Override
  public final void setBlob(int index, @Nullable InputStream x) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.bytes(x, ParameterStreamReader.ALL));
  }

  @Override
  public final void setBlob(int index, @Nullable InputStream x, long length) throws SQLException {
    set(index, x == null ? null : ParameterStreamReader.bytes(x, length));
  }

  @Override
  public final void setRef(int index, @Nullable Ref x) throws SQLException {
    throw SqlErrors.unsupported("Type Ref");
  }

  @Override
  public final void setArray(int index, @Nullable Array x) throws SQLException {
    throw SqlErrors.unsupported("Type Array");
  }

  @Override
  public final void setRowId(int index, @Nullable RowId x) throws SQLException {
    throw SqlErrors.unsupported("Type RowId");
  }

  @Override
  public final void setSQLXML(int index, @Nullable SQLXML x) throws SQLException {
    throw SqlErrors.unsupported("Type SQLXML");
  }

  @Override
  public final void setURL(int index, @Nullable URL x) throws SQLException {
    throw SqlErrors.unsupported("Type URL");
  }

  @Override
  @Deprecated
  public final void setUnicodeStream(int index, @Nullable InputStream x, int length)
      throws SQLException {
    throw SqlErrors.unsupported("setUnicodeStream");
  }
}

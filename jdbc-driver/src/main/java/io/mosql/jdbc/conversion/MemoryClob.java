package io.mosql.jdbc.conversion;

import io.mosql.jdbc.base.DriverErrorMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;

/** A clob in a string. Thread-safe; all methods fail after it is freed. */
public final class MemoryClob implements NClob {
  private final StringBuilder text;
  private boolean freed;

  public MemoryClob(String text) {
    this.text = new StringBuilder(text);
  }

  @Override
  public synchronized long length() throws SQLException {
    check();
    return text.length();
  }

  @Override
  public synchronized String getSubString(long pos, int length) throws SQLException {
    check();
    int from = LobPositions.start(pos, text.length());
    return text.substring(from, LobPositions.end(from, length, text.length()));
  }

  private synchronized String all() throws SQLException {
    check();
    return text.toString();
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(all());
  }

  @Override
  public Reader getCharacterStream(long pos, long length) throws SQLException {
    return new StringReader(getSubString(pos, LobPositions.length(length)));
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    return new ByteArrayInputStream(all().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public synchronized long position(String pattern, long start) throws SQLException {
    check();
    int found = text.indexOf(pattern, LobPositions.start(start, text.length()));
    return found < 0 ? -1 : found + 1L;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(pattern.getSubString(1, LobPositions.length(pattern.length())), start);
  }

  @Override
  public synchronized int setString(long pos, String replacement) throws SQLException {
    check();
    int from = LobPositions.start(pos, text.length());
    text.replace(from, LobPositions.end(from, replacement.length(), text.length()), replacement);
    return replacement.length();
  }

  @Override
  public int setString(long pos, String replacement, int offset, int len) throws SQLException {
    return setString(pos, replacement.substring(offset, offset + len));
  }

  @Override
  public OutputStream setAsciiStream(long pos) throws SQLException {
    LobPositions.start(pos, LobPositions.length(length()));
    return new ByteArrayOutputStream() {
      @Override
      public void close() throws java.io.IOException {
        String written = toString(StandardCharsets.US_ASCII);
        reset();
        store(pos, written);
      }
    };
  }

  @Override
  public Writer setCharacterStream(long pos) throws SQLException {
    LobPositions.start(pos, LobPositions.length(length()));
    return new StringWriter() {
      @Override
      public void close() throws java.io.IOException {
        String written = toString();
        getBuffer().setLength(0);
        store(pos, written);
      }
    };
  }

  private void store(long pos, String written) throws java.io.IOException {
    try {
      setString(pos, written);
    } catch (SQLException e) {
      throw new java.io.IOException(e);
    }
  }

  @Override
  public synchronized void truncate(long len) throws SQLException {
    check();
    text.setLength(LobPositions.end(0, len, text.length()));
  }

  @Override
  public synchronized void free() {
    freed = true;
    text.setLength(0);
    text.trimToSize();
  }

  private void check() throws SQLException {
    if (freed) {
      throw DriverErrorMessage.LARGE_OBJECT_FREED.sqlException();
    }
  }
}

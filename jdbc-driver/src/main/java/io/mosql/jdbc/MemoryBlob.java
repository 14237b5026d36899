package io.mosql.jdbc;

import io.mosql.core.error.SqlState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;

/** A blob that is an array of bytes. Thread-safe; nothing works once it is freed. */
final class MemoryBlob implements Blob {
  private byte[] bytes;
  private boolean freed;

  MemoryBlob(byte[] bytes) {
    this.bytes = bytes;
  }

  @Override
  public synchronized long length() throws SQLException {
    check();
    return bytes.length;
  }

  @Override
  public synchronized byte[] getBytes(long pos, int length) throws SQLException {
    check();
    int from = LobPositions.start(pos, bytes.length);
    return Arrays.copyOfRange(bytes, from, LobPositions.end(from, length, bytes.length));
  }

  @Override
  public synchronized InputStream getBinaryStream() throws SQLException {
    check();
    return new ByteArrayInputStream(bytes.clone());
  }

  @Override
  public InputStream getBinaryStream(long pos, long length) throws SQLException {
    return new ByteArrayInputStream(getBytes(pos, LobPositions.length(length)));
  }

  @Override
  public synchronized long position(byte[] pattern, long start) throws SQLException {
    check();
    for (int at = LobPositions.start(start, bytes.length);
        at + pattern.length <= bytes.length;
        at++) {
      if (Arrays.equals(bytes, at, at + pattern.length, pattern, 0, pattern.length)) {
        return at + 1L;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, LobPositions.length(pattern.length())), start);
  }

  @Override
  public int setBytes(long pos, byte[] replacement) throws SQLException {
    return setBytes(pos, replacement, 0, replacement.length);
  }

  @Override
  public synchronized int setBytes(long pos, byte[] replacement, int offset, int len)
      throws SQLException {
    check();
    int from = LobPositions.start(pos, bytes.length);
    byte[] changed = Arrays.copyOf(bytes, Math.max(bytes.length, Math.addExact(from, len)));
    System.arraycopy(replacement, offset, changed, from, len);
    bytes = changed;
    return len;
  }

  @Override
  public OutputStream setBinaryStream(long pos) throws SQLException {
    LobPositions.start(pos, LobPositions.length(length()));
    return new ByteArrayOutputStream() {
      @Override
      public void close() throws java.io.IOException {
        byte[] written = toByteArray();
        reset();
        try {
          setBytes(pos, written);
        } catch (SQLException e) {
          throw new java.io.IOException(e);
        }
      }
    };
  }

  @Override
  public synchronized void truncate(long len) throws SQLException {
    check();
    bytes = Arrays.copyOf(bytes, LobPositions.end(0, len, bytes.length));
  }

  @Override
  public synchronized void free() {
    freed = true;
    bytes = new byte[0];
  }

  private void check() throws SQLException {
    if (freed) {
      throw SqlErrors.of(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "The blob is freed");
    }
  }
}

package io.mosql.jdbc.conversion;

import io.mosql.jdbc.base.DriverErrorMessage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * A blob in a byte array, which grows by half when data is appended and is copied before a change
 * while a stream reads it. Thread-safe; all methods fail after it is freed.
 */
public final class MemoryBlob implements Blob {
  private byte[] bytes;
  private int length;

  /** Whether a stream reads the array. */
  private boolean shared;

  private boolean freed;

  /**
   * @param bytes used without a copy, and modified
   */
  public MemoryBlob(byte[] bytes) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  @Override
  public synchronized long length() throws SQLException {
    check();
    return length;
  }

  @Override
  public synchronized byte[] getBytes(long pos, int count) throws SQLException {
    check();
    int from = LobPositions.start(pos, length);
    return Arrays.copyOfRange(bytes, from, LobPositions.end(from, count, length));
  }

  @Override
  public synchronized InputStream getBinaryStream() throws SQLException {
    check();
    shared = true;
    return new ByteArrayInputStream(bytes, 0, length);
  }

  @Override
  public synchronized InputStream getBinaryStream(long pos, long count) throws SQLException {
    check();
    int from = LobPositions.start(pos, length);
    int end = LobPositions.end(from, LobPositions.length(count), length);
    shared = true;
    return new ByteArrayInputStream(bytes, from, end - from);
  }

  @Override
  public synchronized long position(byte[] pattern, long start) throws SQLException {
    check();
    for (int at = LobPositions.start(start, length); at + pattern.length <= length; at++) {
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
    int from = LobPositions.start(pos, length);
    int end = Math.addExact(from, len);
    if (shared || end > bytes.length) {
      int grown = (int) Math.min(Integer.MAX_VALUE - 8L, length + (length >> 1));
      bytes = Arrays.copyOf(bytes, end > bytes.length ? Math.max(end, grown) : bytes.length);
      shared = false;
    }
    System.arraycopy(replacement, offset, bytes, from, len);
    length = Math.max(length, end);
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
    bytes = Arrays.copyOf(bytes, LobPositions.end(0, len, length));
    length = bytes.length;
    shared = false;
  }

  @Override
  public synchronized void free() {
    freed = true;
    bytes = new byte[0];
    length = 0;
  }

  private void check() throws SQLException {
    if (freed) {
      throw DriverErrorMessage.LARGE_OBJECT_FREED.sqlException();
    }
  }
}

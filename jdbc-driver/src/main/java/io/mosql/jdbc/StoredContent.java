package io.mosql.jdbc;

import io.mosql.core.type.LargeObject;
import io.mosql.jdbc.base.SqlErrors;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;

/**
 * The content of a large object of a result, read through the session of its connection. Streams
 * keep one piece of it in memory. Thread-safe, except the streams.
 */
final class StoredContent {
  /** Bytes that are read at a time. */
  static final int PIECE_BYTES = 15 << 16;

  private final LargeObject object;
  private final SessionLock lock;

  StoredContent(LargeObject object, SessionLock lock) {
    this.object = object;
    this.lock = lock;
  }

  /** The content of a value that is not written yet. */
  static StoredContent none(boolean text, SessionLock lock) {
    return new StoredContent(new LargeObject(text, 0, 0, 0, 0, 0, null), lock);
  }

  SessionLock lock() {
    return lock;
  }

  LargeObject object() {
    return object;
  }

  /** Whether it is an object of a session. */
  boolean isOf(SessionLock other) {
    return lock == other;
  }

  /** Reads a piece; see {@link LargeObject#read}. */
  byte[] read(int from, int count) throws SQLException {
    lock.acquire(null);
    try {
      return object.read(from, count);
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      lock.release();
    }
  }

  /** Loads the whole value: bytes or a text. */
  Object load() throws SQLException {
    lock.acquire(null);
    try {
      return object.load();
    } catch (RuntimeException | Error e) {
      throw SqlErrors.of(e);
    } finally {
      lock.release();
    }
  }

  /** A stream of the bytes in a range. */
  InputStream stream(int from, int end) {
    return new InputStream() {
      private byte[] piece = new byte[0];
      private int at;
      private int next = from;

      @Override
      public int read() throws IOException {
        return fill() ? piece[at++] & 0xFF : -1;
      }

      @Override
      public int read(byte[] into, int offset, int count) throws IOException {
        java.util.Objects.checkFromIndexSize(offset, count, into.length);
        if (count == 0) {
          return 0;
        }
        if (!fill()) {
          return -1;
        }
        int part = Math.min(count, piece.length - at);
        System.arraycopy(piece, at, into, offset, part);
        at += part;
        return part;
      }

      @Override
      public long skip(long count) {
        long inPiece = Math.min(Math.max(0, count), piece.length - at);
        at += (int) inPiece;
        int beyond = (int) Math.min(Math.max(0, count - inPiece), end - next);
        next += beyond;
        return inPiece + beyond;
      }

      @Override
      public int available() {
        return piece.length - at;
      }

      private boolean fill() throws IOException {
        if (at < piece.length) {
          return true;
        }
        if (next >= end) {
          return false;
        }
        try {
          piece = StoredContent.this.read(next, Math.min(PIECE_BYTES, end - next));
        } catch (SQLException e) {
          throw new IOException(e.getMessage(), e);
        }
        at = 0;
        next += piece.length;
        return true;
      }
    };
  }

  InputStream stream() {
    return stream(0, object.byteLength());
  }

  /** A reader of the characters of a text. */
  Reader reader() {
    return new InputStreamReader(stream(), StandardCharsets.UTF_8);
  }
}

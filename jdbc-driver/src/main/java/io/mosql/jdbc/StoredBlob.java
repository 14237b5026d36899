package io.mosql.jdbc;

import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.conversion.LobPositions;
import io.mosql.jdbc.conversion.MemoryBlob;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A long BLOB of a result, or one that a stream has written, whose content stays in the database; a
 * change loads it and changes the copy. It can be read until its transaction has ended, and
 * afterwards while a row refers to it. Thread-safe.
 */
final class StoredBlob implements Blob {
  private StoredContent content;
  private @Nullable MemoryBlob changed;
  private boolean freed;

  StoredBlob(StoredContent content) {
    this.content = content;
  }

  /** A value without content, whose stream writes a long one to the database. */
  static StoredBlob empty(SessionLock lock) {
    StoredBlob value = new StoredBlob(StoredContent.none(false, lock));
    value.changed = new MemoryBlob(new byte[0]);
    return value;
  }

  /** The content, unless it was changed. */
  synchronized @Nullable StoredContent stored() throws SQLException {
    check();
    return changed == null ? content : null;
  }

  private int size() {
    return content.object().byteLength();
  }

  @Override
  public synchronized long length() throws SQLException {
    check();
    return changed == null ? size() : changed.length();
  }

  @Override
  public synchronized byte[] getBytes(long pos, int count) throws SQLException {
    check();
    if (changed != null) {
      return changed.getBytes(pos, count);
    }
    int from = LobPositions.start(pos, size());
    int end = LobPositions.end(from, count, size());
    byte[] bytes = new byte[end - from];
    for (int at = from; at < end; ) {
      byte[] piece = content.read(at, Math.min(StoredContent.PIECE_BYTES, end - at));
      System.arraycopy(piece, 0, bytes, at - from, piece.length);
      at += piece.length;
    }
    return bytes;
  }

  @Override
  public synchronized InputStream getBinaryStream() throws SQLException {
    check();
    return changed == null ? content.stream() : changed.getBinaryStream();
  }

  @Override
  public synchronized InputStream getBinaryStream(long pos, long count) throws SQLException {
    check();
    if (changed != null) {
      return changed.getBinaryStream(pos, count);
    }
    int from = LobPositions.start(pos, size());
    return content.stream(from, LobPositions.end(from, LobPositions.length(count), size()));
  }

  @Override
  public synchronized long position(byte[] pattern, long start) throws SQLException {
    check();
    if (changed != null) {
      return changed.position(pattern, start);
    }
    int from = LobPositions.start(start, size());
    // pieces that overlap by the length of the pattern
    int step = Math.max(StoredContent.PIECE_BYTES, 2 * pattern.length);
    for (int at = from; at + pattern.length <= size(); at += step - pattern.length + 1) {
      byte[] piece = getBytes(at + 1L, step);
      for (int i = 0; i + pattern.length <= piece.length; i++) {
        if (Arrays.equals(piece, i, i + pattern.length, pattern, 0, pattern.length)) {
          return at + i + 1L;
        }
      }
      if (at + piece.length >= size()) {
        break;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, LobPositions.length(pattern.length())), start);
  }

  private MemoryBlob change() throws SQLException {
    check();
    MemoryBlob copy = changed;
    if (copy == null) {
      copy = new MemoryBlob((byte[]) content.load());
      changed = copy;
    }
    return copy;
  }

  @Override
  public synchronized int setBytes(long pos, byte[] bytes) throws SQLException {
    return change().setBytes(pos, bytes);
  }

  @Override
  public synchronized int setBytes(long pos, byte[] bytes, int offset, int len)
      throws SQLException {
    return change().setBytes(pos, bytes, offset, len);
  }

  @Override
  public synchronized OutputStream setBinaryStream(long pos) throws SQLException {
    MemoryBlob value = change();
    return pos == 1 && value.length() == 0 && content.lock().hasLargeObjects()
        ? writer(value)
        : value.setBinaryStream(pos);
  }

  private OutputStream writer(MemoryBlob value) {
    return new WrittenContent(false, content.lock()) {
      @Override
      void kept(byte[] bytes) throws SQLException {
        value.setBytes(1, bytes);
      }

      @Override
      void stored(StoredContent written) throws SQLException {
        replace(written);
      }
    };
  }

  private synchronized void replace(StoredContent written) throws SQLException {
    check();
    content = written;
    changed = null;
  }

  @Override
  public synchronized void truncate(long len) throws SQLException {
    change().truncate(len);
  }

  @Override
  public synchronized void free() {
    freed = true;
    changed = null;
  }

  private void check() throws SQLException {
    if (freed) {
      throw DriverErrorMessage.LARGE_OBJECT_FREED.sqlException();
    }
  }
}

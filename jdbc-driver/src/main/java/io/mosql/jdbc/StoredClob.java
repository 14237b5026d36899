package io.mosql.jdbc;

import io.mosql.jdbc.base.DriverErrorMessage;
import io.mosql.jdbc.conversion.LobPositions;
import io.mosql.jdbc.conversion.MemoryClob;
import io.mosql.jdbc.conversion.ReaderStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A long CLOB of a result, whose content stays in the database; a change loads it and changes the
 * copy. A position is found by reading from the start, or from where the last call has ended.
 * Validity as of {@link StoredBlob}. Thread-safe.
 */
final class StoredClob implements NClob {
  private StoredContent content;
  private @Nullable MemoryClob changed;
  private boolean freed;

  /** The reader that the last call has used, and the zero-based position of its next character. */
  private @Nullable Reader reader;

  private int readerAt;

  StoredClob(StoredContent content) {
    this.content = content;
  }

  /** A value without content, whose stream writes a long one to the database. */
  static StoredClob empty(SessionLock lock) {
    StoredClob value = new StoredClob(StoredContent.none(true, lock));
    value.changed = new MemoryClob("");
    return value;
  }

  /** The content, unless it was changed. */
  synchronized @Nullable StoredContent stored() throws SQLException {
    check();
    return changed == null ? content : null;
  }

  private int size() {
    return content.object().length();
  }

  @Override
  public synchronized long length() throws SQLException {
    check();
    return changed == null ? size() : changed.length();
  }

  @Override
  public synchronized String getSubString(long pos, int length) throws SQLException {
    check();
    if (changed != null) {
      return changed.getSubString(pos, length);
    }
    int from = LobPositions.start(pos, size());
    int end = LobPositions.end(from, length, size());
    Reader source = at(from);
    char[] characters = new char[end - from];
    try {
      int done = 0;
      while (done < characters.length) {
        int read = source.read(characters, done, characters.length - done);
        if (read < 0) {
          break;
        }
        done += read;
      }
      readerAt = from + done;
      return new String(characters, 0, done);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** A reader at a position. */
  private Reader at(int position) throws SQLException {
    Reader source = reader;
    if (source == null || readerAt > position) {
      source = content.reader();
      reader = source;
      readerAt = 0;
    }
    try {
      while (readerAt < position) {
        long skipped = source.skip(position - readerAt);
        if (skipped <= 0) {
          break;
        }
        readerAt += (int) skipped;
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return source;
  }

  private SQLException failed(IOException e) {
    reader = null;
    return e.getCause() instanceof SQLException cause
        ? cause
        : DriverErrorMessage.STREAM_NOT_READABLE.sqlExceptionCausedBy(e);
  }

  @Override
  public synchronized Reader getCharacterStream() throws SQLException {
    check();
    return changed == null ? content.reader() : changed.getCharacterStream();
  }

  @Override
  public synchronized Reader getCharacterStream(long pos, long length) throws SQLException {
    check();
    if (changed != null) {
      return changed.getCharacterStream(pos, length);
    }
    int from = LobPositions.start(pos, size());
    int end = LobPositions.end(from, LobPositions.length(length), size());
    reader = null;
    Reader source = at(from);
    reader = null;
    return ReaderStream.limited(source, end - from);
  }

  @Override
  public synchronized InputStream getAsciiStream() throws SQLException {
    return new ReaderStream(getCharacterStream(), StandardCharsets.US_ASCII);
  }

  @Override
  public synchronized long position(String pattern, long start) throws SQLException {
    check();
    if (changed != null) {
      return changed.position(pattern, start);
    }
    int from = LobPositions.start(start, size());
    int step = Math.max(StoredContent.PIECE_BYTES, 2 * pattern.length());
    String kept = "";
    int keptAt = from;
    while (true) {
      int next = keptAt + kept.length();
      String part = kept + getSubString(next + 1L, Math.min(step, size() - next));
      int found = part.indexOf(pattern);
      if (found >= 0) {
        return keptAt + found + 1L;
      }
      if (keptAt + part.length() >= size()) {
        return -1;
      }
      int keep = Math.min(part.length(), Math.max(0, pattern.length() - 1));
      keptAt += part.length() - keep;
      kept = part.substring(part.length() - keep);
    }
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(pattern.getSubString(1, LobPositions.length(pattern.length())), start);
  }

  private MemoryClob change() throws SQLException {
    check();
    MemoryClob copy = changed;
    if (copy == null) {
      copy = new MemoryClob((String) content.load());
      changed = copy;
      reader = null;
    }
    return copy;
  }

  @Override
  public synchronized int setString(long pos, String text) throws SQLException {
    return change().setString(pos, text);
  }

  @Override
  public synchronized int setString(long pos, String text, int offset, int len)
      throws SQLException {
    return change().setString(pos, text, offset, len);
  }

  @Override
  public synchronized OutputStream setAsciiStream(long pos) throws SQLException {
    return change().setAsciiStream(pos);
  }

  @Override
  public synchronized Writer setCharacterStream(long pos) throws SQLException {
    MemoryClob value = change();
    return pos == 1 && value.length() == 0 && content.lock().hasLargeObjects()
        ? new OutputStreamWriter(
            writer(value),
            StandardCharsets.UTF_8
                .newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT))
        : value.setCharacterStream(pos);
  }

  private OutputStream writer(MemoryClob value) {
    return new WrittenContent(true, content.lock()) {
      @Override
      void kept(byte[] bytes) throws SQLException {
        value.setString(1, new String(bytes, StandardCharsets.UTF_8));
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
    reader = null;
  }

  @Override
  public synchronized void truncate(long len) throws SQLException {
    change().truncate(len);
  }

  @Override
  public synchronized void free() {
    freed = true;
    changed = null;
    reader = null;
  }

  private void check() throws SQLException {
    if (freed) {
      throw DriverErrorMessage.LARGE_OBJECT_FREED.sqlException();
    }
  }
}

package io.mosql.jdbc;

import io.mosql.core.session.LargeObjectSink;
import io.mosql.core.session.Session;
import io.mosql.core.type.LargeObject;
import io.mosql.jdbc.base.SqlErrors;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A stream to a new BLOB or CLOB: content longer than {@link LargeObject#INLINE_BYTES_MAX} is
 * written to the database as it comes, as a large object that waits for a statement. The connection
 * writes one of them at a time: the beginning of another discards it. After a failure it takes no
 * more, and its value stays empty. Not thread-safe.
 */
abstract class WrittenContent extends OutputStream {
  private final boolean text;
  private final SessionLock lock;
  private final ByteArrayOutputStream start = new ByteArrayOutputStream();
  private @Nullable LargeObjectSink sink;
  private boolean closed;

  /** Why the content is lost. */
  private @Nullable IOException failure;

  WrittenContent(boolean text, SessionLock lock) {
    this.text = text;
    this.lock = lock;
  }

  /** Short content is complete. */
  abstract void kept(byte[] content) throws SQLException;

  /** Long content is complete. */
  abstract void stored(StoredContent content) throws SQLException;

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    if (closed) {
      throw new IOException("the stream is closed");
    }
    checkWritten();
    if (sink == null && start.size() + (long) count <= LargeObject.INLINE_BYTES_MAX) {
      start.write(bytes, offset, count);
      return;
    }
    inSession(
        session -> {
          LargeObjectSink to = sink;
          if (to == null) {
            to = session.createLargeObject(text);
            sink = to;
            to.write(start.toByteArray(), 0, start.size());
            start.reset();
          }
          to.write(bytes, offset, count);
        });
  }

  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    checkWritten();
    try {
      if (sink == null) {
        kept(start.toByteArray());
      } else {
        LargeObjectSink to = sink;
        LargeObject[] made = new LargeObject[1];
        inSession(session -> made[0] = to.finish());
        stored(new StoredContent(made[0], lock));
      }
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void checkWritten() throws IOException {
    if (failure != null) {
      throw new IOException(failure.getMessage(), failure.getCause());
    }
  }

  /** A part of the writing. */
  private interface Step {
    void run(Session session);
  }

  private void inSession(Step step) throws IOException {
    try {
      Session session = lock.acquire(null);
      try {
        step.run(session);
      } catch (RuntimeException | Error e) {
        throw SqlErrors.of(e);
      } finally {
        lock.release();
      }
    } catch (SQLException e) {
      failure = new IOException(e.getMessage(), e);
      throw failure;
    }
  }
}

package io.mosql.core.port;

import java.io.IOException;

/**
 * A random-access file. Reads and writes may run in any thread; interrupting a thread never closes
 * the file. A write is durable only after the next {@link #sync()} returned; after a failed sync
 * its durability remains unknown.
 */
public interface StorageFile extends AutoCloseable {
  /**
   * Reads up to {@code length} bytes.
   *
   * @return bytes read, less than asked only at the end of the file
   */
  int read(long position, byte[] target, int offset, int length) throws IOException;

  /** Writes all bytes, extending the file when needed. */
  void write(long position, byte[] source, int offset, int length) throws IOException;

  /** fdatasync: contents, and the size when it changed. */
  void sync() throws IOException;

  long size() throws IOException;

  /** Grows or truncates the file; grown space reads as zeros and is allocated on disk. */
  void resize(long size) throws IOException;

  @Override
  void close() throws IOException;
}
